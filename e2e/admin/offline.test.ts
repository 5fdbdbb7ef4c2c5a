import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { giulia } from '../support/business.ts'
import {
  expectFitsWidth,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
  waitForAllScreens,
} from '../support/expectations.ts'
import { openScreen, showPage } from '../support/menu.ts'
import { PHONE, withOnePage } from '../support/test.ts'

const NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|No response from the server|ApiError/

const SERVER_DOWN = 'Il server non risponde: riproviamo tra poco. Quello che scrivi resta qui.'

const test = withOnePage({ allowedErrors: NETWORK, prefetches: true })

/** Aborts every call of the API while it is blocked. The route stays: none is removed while a request is pending. */
async function routeApi(page: Page) {
  let isBlocked = false
  await page.route('**/api/**', (route) => (isBlocked ? route.abort() : route.continue()))
  return {
    block: () => {
      isBlocked = true
    },
    bringBack: async () => {
      isBlocked = false
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
  }
}

test('without a network or server a booking fails at once and is not made later, a list shows an error and a line the reason, without a layout shift, until they are back', {
  tags: ['13.1'],
}, async ({ business, page }) => {
  await showPage(page, '/dashboard')
  await waitForAllScreens(page)
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await panel.getByLabel('Data prenotazione').selectOption(business.today)
  await panel.getByText('10:00').click()
  await panel.getByLabel('Nome', { exact: true }).fill(giulia.name)
  await panel.getByLabel('Cognome').fill(giulia.surname)
  await panel.getByLabel('Email', { exact: true }).fill(giulia.email)
  await panel.getByLabel('Telefono').fill(giulia.telephone)

  const save = panel.getByRole('button', { name: 'Aggiungi prenotazione' })
  await page.context().setOffline(true)
  await save.click()
  await expect.poll(() => save.isEnabled()).toBe(true)
  expect(await panel.getByLabel('Nome', { exact: true }).inputValue()).toBe(giulia.name)
  await panel.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expectHidden(panel)

  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await expectVisible(page.getByText('Non è stato possibile caricare l’elenco.'))
  await expectHidden(page.getByText(/^Non ci sono/))
  await page.context().setOffline(false)
  await expectVisible(page.getByText('Taglio'))
  await openScreen(page, 'Dashboard')
  await expectVisible(page.getByText('Nessun appuntamento'))
  expect(await business.bookings()).toEqual([])

  const line = page.getByText(SERVER_DOWN).first()
  await page.setViewportSize({ width: PHONE, height: 740 })
  await openScreen(page, 'Servizi')
  const add = page.getByRole('button', { name: 'Nuovo servizio' })
  const before = await add.boundingBox()
  const api = await routeApi(page)
  api.block()

  // The panel reads its data; the page itself stays.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await add.click()
  const service = page.getByRole('dialog', { name: 'Nuovo servizio' })
  await service.getByRole('button', { name: /Calendario/ }).click()
  await expectVisible(service.getByText(SERVER_DOWN))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expectHidden(service)
  await expectVisible(line)
  expect(await add.boundingBox()).toEqual(before)
  await expectAccessible(page)
  await expectFitsWidth(page)

  await page.getByRole('button', { name: 'Apri il menu' }).click()
  await page.getByRole('link', { name: 'Calendari', exact: true }).filter({ visible: true }).click()
  await expectVisible(page.getByText('Non è stato possibile caricare l’elenco.'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectInView(line)
  await expectFitsWidth(page)
  await page.setViewportSize({ width: PHONE, height: 740 })
  await expectInView(line)
  const failed = await page.getByRole('heading', { level: 1 }).boundingBox()

  await api.bringBack()

  await expectVisible(page.getByText('Sala'))
  await expectHidden(line)
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(failed)

  api.block()
  await page.goto(business.at('/service'))
  await expectVisible(page.getByText('Il server non risponde. Controlla la connessione e riprova.'))
  await api.bringBack()
  await expectVisible(page.getByText('Taglio'))
})

test('an agenda that cannot be read shows one error and is read again', { tags: ['13.2'] }, async ({
  business,
  page,
}) => {
  await business.insertBooking({ visit_day: business.today, visit_hour: '10:00' })
  await page.setViewportSize({ width: PHONE, height: 740 })
  await showPage(page, '/service')
  await page.route(/\/api\/(bookings\/events|dashboard)/, (route) =>
    route.fulfill({ status: 503, json: { detail: 'Il servizio è in pausa.' } }),
  )
  // An event would reload the list before the button is pressed.
  await page.route('**/api/notifications/stream', () => {})
  await openScreen(page, 'Dashboard')

  await expectMessage(page, 'Il servizio è in pausa.')
  expect(await page.getByText('Il servizio è in pausa.').count()).toBeLessThanOrEqual(1)
  const agenda = page.getByRole('region', { name: /^Appuntamenti del/ })
  await expectVisible(agenda.getByText('Non è stato possibile leggere gli appuntamenti.'))
  await expectVisible(page.getByText('Gli appuntamenti di questi giorni non sono stati letti.'))
  await expectHidden(page.getByText('Nessun appuntamento'))

  await page.unroute(/\/api\/(bookings\/events|dashboard)/)
  // The delay of the automatic retry ends at once.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectVisible(agenda.getByText('10:00 - 11:00'))
  await expectHidden(page.getByText('Gli appuntamenti di questi giorni non sono stati letti.'))
})
