import { formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import { giulia } from '../support/business.ts'
import { fillInContact, findContactForm } from '../support/contact-form.ts'
import { expectHidden, expectMessage, expectVisible, waitForHydration, waitForPath } from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { test } from '../support/test.ts'

test('a translated page shows the slot that is booked, after other days, errors and a lost slot', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await open(business.bookingPage(), { translated: true, allowedErrors: /409|ApiError/ })
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  const summary = page.getByRole('complementary', { name: 'Riepilogo' })
  const choose = async (n: number, hour: string) => {
    const day = formatDay(business.day(n))
    await page.getByRole('button', { name: day }).click()
    await page.getByRole('button', { name: hour, exact: true }).click()
    await expectVisible(form.getByText(`${day} alle ${hour}`))
    await expectVisible(summary.getByText(hour, { exact: true }))
    await expectVisible(summary.getByText(day))
  }

  await choose(2, '10:00')
  await choose(1, '11:00')
  await form.getByRole('button', { name: 'Prenota' }).click()
  await expectVisible(form.getByText('Devi accettare la Privacy Policy.'))
  await business.book({ visit_day: business.day(1), visit_hour: '11:00', email: 'paolo@posta.example' })
  await bookAsGiulia(page)
  await expectHidden(form.getByText('Devi accettare la Privacy Policy.'))
  await expectVisible(form.locator('s').getByText('alle 11:00'))
  expect(await form.getByLabel('Cognome *').inputValue()).toBe(giulia.surname)
  await choose(1, '12:00')
  await form.getByRole('button', { name: 'Prenota' }).click()

  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText(`${formatDay(business.day(1))}, 12:00`))
  expect((await business.bookings()).map(({ visit_hour }) => visit_hour)).toContain('12:00:00')
})

test('a visit is rescheduled and cancelled, and a contact request corrected and sent on translated pages', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const { hidden_id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00' })
  const page = await open(business.at(`/bookings/${hidden_id}`), { translated: true })
  await page.getByRole('link', { name: 'Sposta' }).click()
  const confirmation = page.getByRole('form', { name: 'Conferma il nuovo orario' })
  await waitForHydration(page)
  for (const hour of ['10:00', '15:00']) {
    await page.getByRole('button', { name: hour, exact: true }).click()
    await expectVisible(confirmation.getByText(`${formatDay(business.day(1))} alle ${hour}`))
  }
  await confirmation.getByRole('button', { name: 'Sposta la prenotazione' }).click()
  await waitForPath(page, `/bookings/${hidden_id}`)
  await expectVisible(page.getByText(`${formatDay(business.day(1))}, 15:00`))

  await page.getByRole('link', { name: 'Disdici' }).click()
  await page.getByRole('button', { name: 'Elimina' }).click()
  await waitForPath(page, '/')
  await expectMessage(page, 'Prenotazione eliminata con successo')

  const { name, privacy, send } = findContactForm(page)
  await send.click()
  for (const message of ['Il nome è obbligatorio.', 'Devi accettare la Privacy Policy.'])
    await expectVisible(page.getByText(message))
  await privacy.check()
  await expectHidden(page.getByText('Devi accettare la Privacy Policy.'))
  await name.fill('Giulia')
  await fillInContact(page)
  await send.click()
  await expectMessage(page, 'Richiesta inviata con successo.')
  expect(await business.contactRequests()).toHaveLength(1)
})

test('a page that is translated before its scripts run keeps what was typed, and books the slot that it shows', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const day = formatDay(business.day(1))
  const page = await open(business.at('/robots.txt'), { allowedErrors: /React error #418/ })
  const runScripts = await holdScripts(page)
  await page.goto(`${business.bookingPage()}?giorno=${business.day(1)}&ora=10:00`, { waitUntil: 'commit' })
  const form = page.getByRole('form')
  await form.getByLabel('Nome *', { exact: true }).fill(giulia.name)
  await form.getByLabel(/Privacy Policy/).check()
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('h1, h2, label'))
      if (element.firstElementChild === null)
        element.innerHTML = `<font><font>${element.textContent} (it)</font></font>`
  })
  runScripts()
  await waitForHydration(page)
  await expectVisible(page.getByRole('heading', { name: 'Completa la prenotazione', exact: true }))
  await expect.poll(() => form.getByLabel('Nome *', { exact: true }).inputValue()).toBe(giulia.name)
  await expectVisible(form.getByText(`${day} alle 10:00`))
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  expect((await business.bookings()).map(({ visit_hour }) => visit_hour)).toEqual(['10:00:00'])
})

test('a page that throws is loaded again once, with the choice and what was typed', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.bookingPage(), { allowedErrors: /removeChild|NotFoundError/ })
  const name = page.getByLabel('Nome *', { exact: true })
  const day = formatDay(business.day(1))
  await page.getByRole('button', { name: day }).click()
  /** Takes away an element that React removes when another day is chosen. */
  const breakPage = async () => {
    await page.getByRole('button', { name: '10:00' }).click()
    await page.getByText(`${day} alle 10:00`).evaluate((choice) => choice.remove())
    await page.getByRole('button', { name: formatDay(business.day(2)) }).click()
  }
  await page.getByRole('button', { name: '09:00' }).click()
  await name.fill(giulia.name)
  await page.getByLabel(/Privacy Policy/).check()

  const reload = page.waitForEvent('load')
  await breakPage()
  await reload
  await waitForHydration(page)
  await page.getByRole('button', { name: day }).click()
  await page.getByRole('button', { name: '09:00' }).click()
  expect(await name.inputValue()).toBe(giulia.name)
  expect(await page.getByLabel(/Privacy Policy/).isChecked()).toBe(true)

  await breakPage()
  await expectVisible(page.getByRole('heading', { name: 'Qualcosa è andato storto' }))
  const reloadByButton = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
  await reloadByButton
  await waitForHydration(page)
  await page.getByRole('button', { name: '09:00' }).click()
  expect(await name.inputValue()).toBe(giulia.name)
})
