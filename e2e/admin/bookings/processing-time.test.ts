import { expectAccessible } from '../../support/axe.ts'
import { giulia } from '../../support/business.ts'
import { expectHidden, expectVisible } from '../../support/expectations.ts'
import { test } from '../../support/test.ts'

test('the agenda shows a processing time hatched and bookable, and a visit in it', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({
    services: [
      { name: 'Colore', duration: 90, slot_step: 30, color: '#b45309', processing_after: 30, processing_minutes: 40 },
      { name: 'Piega', duration: 30, slot_step: 10, position: 2 },
    ],
  })
  const [, blow] = business.serviceIds
  const day = business.day(1)
  await business.book({ visit_day: day, visit_hour: '09:00', name: 'Carla', surname: 'Neri', email: 'c@example.it' })
  const visit = { ...giulia, telephone: '3331234567', privacy: true, visit_day: day, visit_hour: '09:40' }
  const { body } = await business.api('POST', `/client/bookings/create/${blow}`, visit)
  const page = await openAdmin(business, `/dashboard?vista=giorno&giorno=${day}`)
  const column = page.getByRole('region', { name: 'Sala', exact: true })
  await expectVisible(column.getByRole('link', { name: 'Carla Neri 09:00 - 10:30 Colore' }))
  await expectVisible(column.getByRole('link', { name: 'Giulia Verdi 09:40 - 10:10 Piega' }))
  const gap = column.getByRole('button', { name: 'Posa, libero 10 min dalle 09:30 alle 09:40' })
  await expectVisible(gap)
  await expectAccessible(page)

  await gap.click()
  const booking = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await expectVisible(booking)
  await page.keyboard.press('Escape')
  await expectHidden(booking)
  await business.api('DELETE', `/client/bookings/delete/${body.hidden_id}`)
  await expectVisible(column.getByRole('button', { name: 'Posa, libero 40 min dalle 09:30 alle 10:10' }))
  await column.getByRole('link', { name: 'Carla Neri' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(booking)
})
