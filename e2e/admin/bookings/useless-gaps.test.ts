import { expectGoodScreen } from '../../support/axe.ts'
import { expectVisible } from '../../support/expectations.ts'
import { test } from '../../support/test.ts'

test('staff see every start, with the useless gap that it leaves', async ({ openAdmin, newBusiness }) => {
  const services = [{ duration: 50, slot_step: 30 }]
  const business = await newBusiness({ configuration: { app_min_gap: 20 }, services })
  const day = business.day(1)
  await business.insertBooking({ visit_day: day, visit_hour: '09:20' })
  // Visitors see this start because it touches the visit.
  await business.book({ visit_day: day, visit_hour: '10:20' })
  const page = await openAdmin(business, '/dashboard')
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await panel.getByLabel('Data prenotazione').selectOption(day)
  await expectVisible(panel.getByRole('radio', { name: '11:10', exact: true }))
  await expectVisible(panel.getByRole('radio', { name: '12:00 lascia 10 min liberi' }))
  await expectGoodScreen(page)
})
