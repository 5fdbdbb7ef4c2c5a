import { expect } from 'vitest'
import { everyScreenFetched, gone, seen, told } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { test, WIDTHS } from '../support/test.ts'

const NETWORK = /ERR_INTERNET_DISCONNECTED|No response from the server|ApiError/

test('a booking that is saved without a network fails at once, and is not made when the network is back', async ({
  enter,
  newShop,
}) => {
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
  await panel.getByRole('button', { name: 'Chiudi' }).click()
  await gone(panel)

  await page.context().setOffline(false)
  await page.reload()
  await seen(page.getByText('Nessun appuntamento'))
  expect(await shop.bookings()).toEqual([])
})

test('without a network a list says that it could not be read, and comes when the network does', async ({
  enter,
  newShop,
}) => {
  const page = await enter(await newShop(), '/dashboard', { tolerates: NETWORK, fetchesAhead: true })
  await everyScreenFetched(page)
  await page.context().setOffline(true)

  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await seen(page.getByText('Non è stato possibile caricare l’elenco.'))
  await gone(page.getByText(/^Non ci sono/))

  await page.context().setOffline(false)
  await seen(page.getByText('Taglio'))
})

test.for(WIDTHS)(
  'an agenda that could not be read says so, once, and is read again, %i px wide',
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
    await agenda.getByRole('button', { name: 'Riprova' }).click()
    await seen(agenda.getByText('10:00 - 11:00'))
    await gone(page.getByText('Gli appuntamenti di questi giorni non sono stati letti.'))
  },
)
