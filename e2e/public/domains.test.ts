import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arrivedAt, gone, seen } from '../support/look.ts'
import { demo, test } from '../support/test.ts'

const REFUSED = { tolerates: /403/ }
const OVERLAY = 'Caricamento in corso'
const UNKNOWN = 'Dominio non riconosciuto'

const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('invalid_domain'))

test.for(['altrove.localhost', 'sospeso.localhost'])(
  '%s is not recognised, whatever is asked of it',
  { tags: ['1.10', '2.7', '2.94'] },
  async (host, { open }) => {
    const page = await open(demo('/client_service', host), REFUSED)

    await arrivedAt(page, '/invalid-domain')
    await seen(page.getByRole('heading', { level: 1, name: UNKNOWN }))
    await seen(page.getByText(/non è stato riconosciuto oppure è stato disattivato/))
    expect(await page.getByRole('link', { name: /@/ }).getAttribute('href')).toBe('mailto:assistenza@prenoto.example')
    expect(await page.title()).toContain(UNKNOWN)
    expect(await flag(page)).toBe('true')
    expect(await page.getByRole('link', { name: 'Torna alla home' }).count()).toBe(0)
  },
)

test('the answer for an unknown domain is a page with status 403', async ({ open }) => {
  const page = await open(demo('/invalid-domain', 'altrove.localhost'), REFUSED)
  const answer = await page.reload()
  expect(answer!.status()).toBe(403)
})

test('a business that is suspended while somebody visits it sends them away, and is welcome again later', {
  tags: ['2.99', '8.1'],
}, async ({ open, newShop }) => {
  const shop = await newShop({ services: Array.from({ length: 11 }, (_, i) => ({ name: `Servizio ${i}` })) })
  const page = await open(shop.at('/client_service'), REFUSED)
  await expect.poll(() => flag(page)).toBe('false')
  await shop.setSuspended(true)
  await expect.poll(async () => (await shop.api('GET', '/client/configs')).status).toBe(403)

  await page.getByRole('article').last().scrollIntoViewIfNeeded()

  await arrivedAt(page, '/invalid-domain')
  await seen(page.getByRole('heading', { level: 1, name: UNKNOWN }))
  expect(await flag(page)).toBe('true')
  expect(await page.getByRole('alert').count()).toBe(0)

  await shop.setSuspended(false)
  await expect.poll(async () => (await shop.api('GET', '/client/configs')).status).toBe(200)
  await page.reload()
  await page.getByRole('link', { name: 'Torna alla home' }).click()
  await arrivedAt(page, '/')
  await expect.poll(() => flag(page)).toBe('false')
})

test('any other answer clears the flag, an error too; one of 403 sets it, and it stands on the page that it leads to', {
  tags: ['8.2', '13.32'],
}, async ({ open, newShop }) => {
  const shop = await newShop({ services: Array.from({ length: 11 }, (_, i) => ({ name: `Servizio ${i}` })) })
  const page = await open(shop.at('/client_service'), { tolerates: /500|403|ApiError/ })
  await page.route('**/api/client/services**', (route) => route.fulfill({ status: 500 }))
  await page.evaluate(() => sessionStorage.setItem('invalid_domain', 'true'))

  await page.getByRole('article').last().scrollIntoViewIfNeeded()

  await expect.poll(() => flag(page)).toBe('false')

  await page.route('**/api/client/services**', (route) => route.fulfill({ status: 403, json: {} }))
  await page.getByRole('link', { name: 'Carica altri' }).click()
  await arrivedAt(page, '/invalid-domain')
  await seen(page.getByRole('link', { name: 'Torna alla home' }))
  expect(await flag(page)).toBe('true')
})

test('a business that is not set up yet leads to its log-in', { tags: ['2.96', '3.20'] }, async ({ open }) => {
  const page = await open(demo('/', 'nuovo.localhost'), { motion: true })
  await arrivedAt(page, '/login')
  await gone(page.getByRole('status', { name: OVERLAY }))
  await seen(page.getByRole('button', { name: 'Accedi' }))
})

test('until it has, the overlay of nine squares covers the page', { tags: ['2.31', '2.93', '9.25'] }, async ({
  open,
}) => {
  const page = await open('about:blank', { motion: true, tolerates: /ERR_FAILED/ })
  // Without the scripts that decide, this moment lasts.
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto(demo('/', 'nuovo.localhost'))
  const overlay = page.getByRole('status', { name: OVERLAY })
  await seen(overlay)
  expect(await overlay.locator('span').count()).toBe(9)
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
})

test.for(['/nonsense', '/client_service/999999/booking', '/client_service/x/booking'])(
  '%s is not found, and says so',
  async (path, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.at(path), { tolerates: /404/ })
    expect((await page.reload())!.status()).toBe(404)
    await seen(page.getByRole('heading', { level: 1, name: /(Pagina|Servizio) non trovat[ao]/ }))
    await page.getByRole('link', { name: /Torna alla home|Vedi tutti i servizi/ }).click()
    await arrivedAt(page, path.includes('9') ? '/client_service' : '/')
  },
)
