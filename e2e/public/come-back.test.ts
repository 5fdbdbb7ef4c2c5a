import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { expectFitsWidth, expectVisible, waitForPath } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

test('a customer asks on the thank-you page to be reminded, and changes their mind', async ({ open, newBusiness }) => {
  const business = await newBusiness({ configuration: { app_come_back: true } })
  const page = await open(business.bookingPage(), { width: PHONE })
  await page.getByRole('button', { name: '10:00' }).click()
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  await page.getByRole('link', { name: 'Ricordami di tornare' }).click()

  await expectVisible(page.getByRole('heading', { name: 'Ricordami di tornare' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByLabel('Dopo la visita, tra').selectOption('6')
  await page.getByRole('button', { name: 'Ricordamelo' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Te lo ricordiamo noi' }))
  await expectFitsWidth(page)
  await page.getByRole('button', { name: 'Non ricordarmelo' }).click()
  await expectVisible(page.getByRole('button', { name: 'Ricordamelo' }))
  await page.getByRole('link', { name: 'Torna alla prenotazione' }).click()
  await expectVisible(page.getByRole('link', { name: 'Ricordami di tornare' }))
})
