import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { expectFitsWidth, expectHidden, expectVisible, waitForPath } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

test('a customer asks on the thank-you page to be reminded, and changes their mind', async ({ open, newBusiness }) => {
  const business = await newBusiness({ configuration: { app_come_back: true } })
  const page = await open(business.bookingPage(), { width: PHONE })
  await page.getByRole('button', { name: '10:00' }).click()
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ricordami di tornare' }).click()

  await expectVisible(page.getByRole('heading', { name: 'Ricordami di tornare' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByLabel('Dopo la visita, tra').selectOption('6')
  await page.getByRole('button', { name: 'Ricordamelo' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Te lo ricordiamo noi' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Non ricordarmelo' }).click()
  await expectVisible(page.getByRole('button', { name: 'Ricordamelo' }))
  await page.getByRole('link', { name: 'Torna alla prenotazione' }).click()
  await expectVisible(page.getByRole('link', { name: 'Ricordami di tornare' }))
  await expectAccessible(page)
})

test('without the setting no page offers a reminder', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const { hidden_id } = await business.book({ visit_day: business.day(2), visit_hour: '09:00' })
  const page = await open(business.at(`/bookings/${hidden_id}`))
  await expectVisible(page.getByRole('link', { name: 'Prenota di nuovo' }))
  await expectHidden(page.getByRole('link', { name: 'Ricordami di tornare' }))
  expect(await page.title()).toContain('La tua prenotazione')
})
