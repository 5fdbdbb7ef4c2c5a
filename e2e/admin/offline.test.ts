import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { everyScreenFetched, fitsWidth, gone, inView, seen, told } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { PHONE, test, WIDTHS } from '../support/test.ts'

const NETWORK = /ERR_INTERNET_DISCONNECTED|No response from the server|ApiError/

test('a booking that is saved without a network fails at once, and is not made when the network is back', {
  tags: ['13.1'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard', { tolerates: NETWORK })
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await panel.getByLabel('Data prenotazione').selectOption(shop.today)
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
  await gone(panel)

  await page.context().setOffline(false)
  await page.reload()
  await seen(page.getByText('Nessun appuntamento'))
  expect(await shop.bookings()).toEqual([])
})

test('without a network a list says that it could not be read, and comes when the network does', {
  tags: ['13.1'],
}, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/dashboard', { tolerates: NETWORK, fetchesAhead: true })
  await everyScreenFetched(page)
  await page.context().setOffline(true)

  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await seen(page.getByText('Non è stato possibile caricare l’elenco.'))
  await gone(page.getByText(/^Non ci sono/))

  await page.context().setOffline(false)
  await seen(page.getByText('Taglio'))
})

test.for([PHONE])(
  'an agenda that could not be read says so, once, and is read again, %i px wide',
  { tags: ['13.2'] },
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
    const page = await enter(shop, '/service', { width, tolerates: /503/ })
    await page.route(/\/api\/(bookings\/events|dashboard)/, (route) =>
      route.fulfill({ status: 503, json: { detail: 'Il servizio è in pausa.' } }),
    )
    // News would have it read again before anybody presses.
    await page.route('**/api/notifications/stream', () => {})
    await page.goto(shop.at('/dashboard'))

    await told(page, 'Il servizio è in pausa.')
    expect(await page.getByText('Il servizio è in pausa.').count()).toBe(1)
    const agenda = page.getByRole('region', { name: /^Appuntamenti del/ })
    await seen(agenda.getByText('Non è stato possibile leggere gli appuntamenti.'))
    await seen(page.getByText('Gli appuntamenti di questi giorni non sono stati letti.'))
    await gone(page.getByText('Nessun appuntamento'))

    await page.unroute(/\/api\/(bookings\/events|dashboard)/)
    // The pause before it is read again by itself ends at once.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await seen(agenda.getByText('10:00 - 11:00'))
    await gone(page.getByText('Gli appuntamenti di questi giorni non sono stati letti.'))
  },
)

const OUT = 'Il server non risponde: riproviamo tra poco. Quello che scrivi resta qui.'
const LOST = /ERR_FAILED|503|No response from the server|ApiError/

/** No call is answered any more. */
const takeServerAway = (page: Page) => page.route('**/api/**', (route) => route.abort())

async function bringServerBack(page: Page) {
  await page.unroute('**/api/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

test.for(WIDTHS)(
  'a line says that the server is gone, moves nothing, and goes by itself as failed lists load again, %i px wide',
  { tags: ['13.1'] },
  async (width, { enter, newShop }) => {
    const page = await enter(await newShop(), '/service', { width, tolerates: LOST, fetchesAhead: true })
    await everyScreenFetched(page)
    const line = page.getByText(OUT).first()
    const add = page.getByRole('button', { name: 'Nuovo servizio' })
    const before = await add.boundingBox()
    await takeServerAway(page)

    // A panel's data are asked for; the page itself stays.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await add.click()
    const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
    await panel.getByRole('button', { name: /Calendario/ }).click()
    await seen(panel.getByText(OUT))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await gone(panel)
    await seen(line)
    expect(await add.boundingBox()).toEqual(before)
    await expectAccessible(page)
    await fitsWidth(page)

    if (width < 800) await page.getByRole('button', { name: 'Apri il menu' }).click()
    await page.getByRole('link', { name: 'Calendari', exact: true }).filter({ visible: true }).click()
    await seen(page.getByText('Non è stato possibile caricare l’elenco.'))
    await inView(line)
    const failed = await page.getByRole('heading', { level: 1 }).boundingBox()

    await bringServerBack(page)

    await seen(page.getByText('Sala'))
    await gone(line)
    expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(failed)
  },
)

test('a back office that is opened while the server is gone opens by itself once it is back', {
  tags: ['13.1'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/service', { tolerates: LOST })
  await takeServerAway(page)
  await page.goto(shop.at('/calendar'))
  await seen(page.getByText('Il server non risponde. Controlla la connessione e riprova.'))

  await bringServerBack(page)

  await seen(page.getByText('Sala'))
})
