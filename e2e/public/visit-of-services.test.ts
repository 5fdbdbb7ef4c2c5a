import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  tabTo,
  waitForHydration,
  waitForPath,
} from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { PHONE, test } from '../support/test.ts'

const LONG = { id: 12, name: 'capelli lunghi', duration: 60, amount: '42.00', discounted_amount: null }
const SHORT = { id: 11, name: 'capelli corti', duration: 30, amount: '25.00', discounted_amount: null }

const salon = {
  configuration: { app_services_per_visit: 3 },
  services: [
    { name: 'Taglio', duration: 30, variants: JSON.stringify([SHORT, LONG]) },
    { name: 'Colore con riflessi e trattamento alla cheratina', duration: 90, amount: '50.00' },
  ],
}

test('cut and colour are booked in one visit, on one page and by keyboard', async ({ open, newBusiness }) => {
  const business = await newBusiness(salon)
  const page = await open(business.at('/client_service'), { width: PHONE })
  const first = page.getByRole('article', { name: 'Taglio' })
  await expectVisible(first.getByText('da 25,00 €'))
  await first.getByRole('link').click()

  await expectVisible(page.getByRole('radio', { name: 'capelli corti 30 minuti', checked: true }))
  await waitForHydration(page)
  await tabTo(page, page.getByRole('radio', { name: /capelli corti/ }))
  await page.keyboard.press('ArrowRight')
  await expectVisible(page.getByRole('radio', { name: /capelli lunghi/, checked: true }))
  await expectVisible(page.getByText('42,00 €', { exact: true }))
  expect(new URL(page.url()).search).toBe('?variante=12')

  await tabTo(page, page.getByRole('button', { name: 'Aggiungi un altro servizio' }))
  await page.keyboard.press('Enter')
  const addable = page.getByRole('heading', { name: 'Cosa vuoi aggiungere?' })
  await expectFocused(addable)
  const added = page.getByRole('region', { name: 'Cosa vuoi aggiungere?' }).getByRole('listitem')
  await expect.poll(() => added.count()).toBe(1)
  await page.getByRole('button', { name: 'Chiudi' }).click()
  await expectFocused(page.getByRole('button', { name: 'Aggiungi un altro servizio' }))
  await expectHidden(addable)
  await page.keyboard.press('Enter')
  await expectFocused(addable)
  await tabTo(page, page.getByRole('button', { name: /Colore/ }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('list', { name: 'I servizi della visita' })
  await expectFocused(chosen)
  await expectVisible(page.getByText('150 minuti', { exact: true }))
  await expectVisible(page.getByText(/^Taglio · capelli lunghi \+ Colore con riflessi/).first())
  expect(new URL(page.url()).search).toBe(`?variante=12&poi=${business.serviceIds[1]}`)
  await page.reload()
  await expectVisible(chosen.getByText(/Colore con riflessi/))
  await expectFitsWidth(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: '10:00' }).click()
  await expectVisible(page.getByText('150 minuti · 92,00 €'))
  await expectVisible(page.getByRole('form').getByText('Puoi disdire da qui fino all’ora della visita.'))
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText('Taglio · capelli lunghi 60 minuti · 42,00 €'))
  await expectVisible(page.getByText(/^Colore con riflessi e trattamento alla cheratina/))
  await expectVisible(page.getByText('92,00 €'))
})

test('staff give a service variants and a person another duration and price, which a visitor sees, and book services together', async ({
  open,
  openAdmin,
  newBusiness,
}) => {
  const { services, configuration } = salon
  const hidden = { name: 'Piega', duration: 15, visible_frontend: false }
  const shave = { name: 'Barba', duration: 45, amount: '45.00', description: 'Con panno caldo' }
  const business = await newBusiness({
    configuration,
    calendar: { name: 'Anna' },
    services: [shave, { name: 'Taglio', duration: 30 }, services[1]!, hidden],
  })
  await business.newOtherCalendar({ name: 'Zoe' })
  const page = await openAdmin(business, '/service', { role: 'admin' })
  await page
    .getByRole('row', { name: /Taglio/ })
    .getByRole('button')
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Descrizione').fill('Con lavaggio')
  await panel.getByRole('button', { name: 'Varianti' }).click()
  await panel.getByRole('button', { name: 'Aggiungi una variante' }).click()
  const variant = panel.getByRole('group')
  await expectFocused(variant.getByLabel('Nome'))
  await variant.getByLabel('Nome').fill('capelli lunghi')
  await variant.getByLabel('Durata (min)').fill('50')
  expect(await variant.locator('[aria-invalid="true"]').count()).toBe(0)
  await variant.getByLabel('Durata (min)').fill('60')
  await variant.getByLabel('Prezzo (€)').fill('42,5')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Servizio aggiornato con successo')

  await page.getByRole('row', { name: /Barba/ }).getByRole('button').first().click()
  await panel.getByRole('button', { name: /^Durata e prezzo per calendario/ }).click()
  await panel.getByRole('button', { name: 'Aggiungi Zoe' }).click()
  const ofZoe = panel.getByRole('group', { name: 'Con Zoe' })
  await expectFocused(ofZoe.getByLabel('Durata (min)'))
  await ofZoe.getByLabel('Durata (min)').fill('60')
  await ofZoe.getByLabel('Prezzo (€)').fill('55')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Servizio aggiornato con successo')

  await openScreen(page, 'Dashboard')
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  await page.getByRole('button', { name: /Scegli un servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await expectVisible(page.getByLabel('Variante'))
  await page.getByLabel('Aggiungi un altro servizio').selectOption({ label: services[1]!.name })
  await expectVisible(page.getByRole('list', { name: 'Altri servizi della visita' }).getByText(/Colore/))
  const booked = business.api('GET', `/client/services/${business.serviceIds[1]}?also=${business.serviceIds[2]}`)
  expect((await booked).body).toMatchObject({ duration: 150, amount: '92.50' })
  await page.getByLabel('Aggiungi un altro servizio').selectOption({ label: 'Piega – non visibile sul sito' })
  await page.getByRole('radio', { name: '10:00' }).check()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nome', { exact: true }).fill('Giulia')
  await form.getByLabel('Cognome').fill('Verdi')
  await form.getByRole('textbox', { name: 'Email' }).fill('giulia@example.it')
  await form.getByLabel('Telefono').fill('3331234567')
  await form.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
  await expectVisible(page.getByText(/Taglio · capelli lunghi \+ Colore.* \+ Piega/).first())

  const visitor = await open(business.at('/client_service'), { width: PHONE })
  const listed = visitor.getByRole('article', { name: 'Barba' })
  await expectVisible(listed.getByText('da 45,00 €'))
  await listed.getByRole('link').click()
  await expectVisible(visitor.getByText('da 45,00 €', { exact: true }))
  await expectVisible(visitor.getByText('da 45 minuti', { exact: true }))
  await visitor.getByRole('radio', { name: 'Zoe' }).click()
  await expectVisible(visitor.getByText('55,00 €', { exact: true }))
  await expectVisible(visitor.getByText('60 minuti', { exact: true }))
  await expectFitsWidth(visitor)
  await visitor.getByRole('button', { name: '16:00' }).click()
  await expectVisible(visitor.getByText('60 minuti · 55,00 €'))
  await expectAccessible(visitor)
})
