import { expect } from 'vitest'
import { expectGoodScreen } from '../../support/axe.ts'
import { bookAsGiulia } from '../../support/booking-form.ts'
import { expectMessage, expectVisible, waitForPath } from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { test } from '../../support/test.ts'

test('visitors see no start that leaves a useless gap and book the one that touches a visit; staff see all with the gap', async ({
  open,
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({ services: [{ duration: 50, slot_step: 30 }] })
  const day = business.day(1)
  await business.insertBooking({ visit_day: day, visit_hour: '09:20' })
  const page = await openAdmin(business, '/setting?sezione=regole')
  const rules = page.getByRole('form', { name: 'Regole di prenotazione' })
  await rules.getByRole('switch', { name: 'Non lasciare buchi più corti di … minuti' }).check()
  await rules.getByLabel('Minuti', { exact: true }).fill('20')
  await expectGoodScreen(page)
  await rules.getByRole('button', { name: 'Salva' }).click()
  await expectMessage(page, 'Configurazioni salvate con successo')

  const visitor = await open(business.at(`/client_service/${business.serviceId}/booking?giorno=${day}`))
  const slots = visitor.getByRole('button', { name: /^\d\d:\d\d$/ })
  await expect.poll(() => slots.allInnerTexts()).toEqual(expect.arrayContaining(['10:20', '11:00', '11:30', '14:00']))
  expect(await slots.allInnerTexts()).not.toContain('10:30')
  await visitor.getByRole('button', { name: '10:20' }).click()
  await bookAsGiulia(visitor)
  await waitForPath(visitor, '/thank_you')

  await openScreen(page, 'Dashboard')
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await panel.getByLabel('Data prenotazione').selectOption(day)
  await expectVisible(panel.getByRole('radio', { name: '11:10', exact: true }))
  await expectVisible(panel.getByRole('radio', { name: '12:00 lascia 10 min liberi' }))
  await expectGoodScreen(page)
})
