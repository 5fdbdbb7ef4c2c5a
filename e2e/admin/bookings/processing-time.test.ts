import { formatDay } from '@prenoto/core/time/format.ts'
import { expectAccessible } from '../../support/axe.ts'
import { bookAsGiulia } from '../../support/booking-form.ts'
import { expectHidden, expectMessage, expectVisible, waitForPath } from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

test('an owner sets a processing time, a visitor books into it, and the agenda shows it hatched and bookable', async ({
  open,
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({
    services: [
      { name: 'Colore', duration: 90, slot_step: 30, description: 'Tinta e piega.', color: '#b45309' },
      { name: 'Piega', duration: 30, slot_step: 10, position: 2 },
    ],
  })
  const [, blow] = business.serviceIds
  const day = business.day(1)
  const page = await openAdmin(business, '/service', { width: PHONE })
  const panel = page.getByRole('dialog')
  await page.getByRole('row').filter({ hasText: 'Colore' }).click()
  await panel.getByLabel('Posa dopo (min)').fill('30')
  await panel.getByLabel('Tempo di posa (min)').fill('40')
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Servizio aggiornato con successo')

  await business.book({ visit_day: day, visit_hour: '09:00', name: 'Carla', surname: 'Neri', email: 'c@example.it' })
  const site = await open(`${business.bookingPage(blow)}?giorno=${day}`, { width: PHONE })
  const slot = (hour: string) => site.getByRole('button', { name: hour })
  await expectVisible(slot('09:30'))
  await expectHidden(slot('09:20'))
  await expectHidden(slot('09:50'))
  await slot('09:40').click()
  await bookAsGiulia(site)
  await waitForPath(site, '/thank_you')

  await openScreen(page, 'Dashboard')
  await page
    .getByRole('gridcell', { name: formatDay(day) })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: 'Giorno', exact: true }).click()
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
  const giulia = (await business.bookings()).find(({ name }) => name === 'Giulia')!
  await business.api('DELETE', `/client/bookings/delete/${giulia.hidden_id}`)
  const whole = column.getByRole('button', { name: 'Posa, libero 40 min dalle 09:30 alle 10:10' })
  await expectVisible(whole)
  await column.getByRole('link', { name: 'Carla Neri' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(booking)
})
