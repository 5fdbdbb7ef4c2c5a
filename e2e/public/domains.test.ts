import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectGoodScreen } from '../support/axe.ts'
import { expectHidden, expectVisible, waitForPath } from '../support/expectations.ts'
import { demo, PHONE, test } from '../support/test.ts'

const OVERLAY = 'Caricamento in corso'
const UNKNOWN = 'Dominio non riconosciuto'

const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('invalid_domain'))

test('a page of an unknown domain redirects to an accessible message, with status 403', {
  tags: ['1.10', '2.7', '2.94'],
}, async ({ open }) => {
  const page = await open('about:blank', { width: PHONE, allowedErrors: /403/ })
  expect((await page.goto(demo('/client_service', 'altrove.localhost')))!.status()).toBe(403)
  await waitForPath(page, '/invalid-domain')
  await expectVisible(page.getByRole('heading', { level: 1, name: UNKNOWN }))
  await expectVisible(page.getByText(/non è stato riconosciuto oppure è stato disattivato/))
  expect(await page.getByRole('link', { name: /@/ }).getAttribute('href')).toBe('mailto:assistenza@prenoto.example')
  expect(await page.title()).toContain(UNKNOWN)
  expect(await flag(page)).toBe('true')
  expect(await page.getByRole('link', { name: 'Torna alla home' }).count()).toBe(0)
  await expectGoodScreen(page)
})

test('a business that is suspended during a visit redirects its visitor and sets a flag, which any answer but a 403 clears', {
  tags: ['2.99', '8.1', '8.2', '13.32'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ services: Array.from({ length: 11 }, (_, i) => ({ name: `Servizio ${i}` })) })
  const page = await open(business.at('/client_service'), { allowedErrors: /500|403|ApiError/ })
  await expect.poll(() => flag(page)).toBe('false')
  const list = '**/api/client/services**'
  await page.route(list, (route) => route.fulfill({ status: 500 }))
  await page.evaluate(() => sessionStorage.setItem('invalid_domain', 'true'))
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect.poll(() => flag(page)).toBe('false')
  await page.unroute(list)

  await business.setSuspended(true)
  await expect.poll(async () => (await business.api('GET', '/client/configs')).status).toBe(403)

  await page.getByRole('button', { name: 'Riprova' }).click()

  await waitForPath(page, '/invalid-domain')
  await expectVisible(page.getByRole('heading', { level: 1, name: UNKNOWN }))
  expect(await flag(page)).toBe('true')
  expect(await page.getByRole('alert').count()).toBe(0)

  await business.setSuspended(false)
  await expect.poll(async () => (await business.api('GET', '/client/configs')).status).toBe(200)
  await page.reload()
  await page.getByRole('link', { name: 'Torna alla home' }).click()
  await waitForPath(page, '/')
  await expect.poll(() => flag(page)).toBe('false')
})

test('the loading overlay of nine squares covers a business that is not set up until it redirects to the log-in', {
  tags: ['2.31', '2.93', '2.96', '3.20', '9.25'],
}, async ({ open }) => {
  const page = await open('about:blank', { motion: true, allowedErrors: /ERR_FAILED/ })
  // The overlay stays while the scripts are held back.
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto(demo('/', 'nuovo.localhost'))
  const overlay = page.getByRole('status', { name: OVERLAY })
  await expectVisible(overlay)
  expect(await overlay.locator('span').count()).toBe(9)
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 })

  await page.unroute(/\.js$/)
  await page.reload()
  await waitForPath(page, '/login')
  await expectHidden(overlay)
  await expectVisible(page.getByRole('button', { name: 'Accedi' }))
})

test('an unknown page or service shows a message, with status 404', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/nonsense'), { width: PHONE, allowedErrors: /404/ })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Pagina non trovata' }))
  await expectGoodScreen(page)
  await page.getByRole('main').getByRole('link', { name: 'Torna alla home' }).click()
  await waitForPath(page, '/')
  expect((await page.goto(business.at('/client_service/999999/booking')))!.status()).toBe(404)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Servizio non trovato' }))
  const services = page.getByRole('link', { name: 'Vedi tutti i servizi' })
  expect(await services.getAttribute('href')).toBe('/client_service')
})
