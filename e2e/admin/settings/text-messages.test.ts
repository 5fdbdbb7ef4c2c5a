import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { bookAsGiulia } from '../../support/booking-form.ts'
import { expectFitsWidth, expectMessage, expectVisible } from '../../support/expectations.ts'
import { goTo } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

test('an owner switches SMS on, a visitor asks for them and stops them, and staff see the state', async ({
  newBusiness,
  open,
  openAdmin,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/setting?sezione=regole')
  const form = page.getByRole('form', { name: 'SMS' })
  await form.getByLabel('Conferme').selectOption('Email e SMS')
  const cap = form.getByLabel('Spesa massima al mese, in euro')
  await cap.fill('dieci')
  await form.getByRole('button', { name: 'Salva i canali' }).click()
  await expectVisible(form.getByText('Indica un importo.'))
  await cap.fill('12,50')
  await form.getByRole('button', { name: 'Salva i canali' }).click()
  await expectMessage(page, 'Configurazioni salvate con successo')
  await expectVisible(form.getByText('0 messaggi, 0,00 € su 12,50 €'))

  const slot = `?giorno=${business.day(2)}&ora=09:00`
  const visitor = await open(`${business.bookingPage()}${slot}`, { width: PHONE })
  const booking = visitor.getByRole('form', { name: 'Completa la prenotazione' })
  await booking.getByLabel('Avvisatemi anche con un SMS').check()
  await expectFitsWidth(visitor)
  await bookAsGiulia(visitor)
  await visitor.waitForURL('**/thank_you*')

  const authorization = `Bearer ${await business.token()}`
  const { body } = await business.api('GET', '/bookings', undefined, { authorization })
  const [{ id, hidden_id }] = body.bookings
  await expect
    .poll(async () => (await business.api('GET', `/bookings/${id}/history`, undefined, { authorization })).body.history)
    .toContainEqual(expect.objectContaining({ state: 'accepted' }))
  await goTo(page, `/appointments/${id}`)
  await expectVisible(page.getByText('SMS: conferma, accettato dal gestore'))
  await page.getByRole('link', { name: 'Scheda del cliente' }).click()
  const consent = page.getByRole('region', { name: 'SMS' })
  await expectVisible(consent.getByText(/^Consenso dato il/))
  await expectAccessible(page)

  await visitor.goto(business.at(`/bookings/${hidden_id}`))
  await visitor.getByRole('button', { name: 'Non voglio più questi messaggi' }).click()
  await expectVisible(visitor.getByText('Non ti scriviamo più al cellulare'))
})
