import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Business, giulia } from '../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  waitForHydration,
  waitForPath,
} from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { PHONE, test } from '../support/test.ts'

/** Booking pages whose script is delayed or never loads. */

const field = (page: Page, label: string) => page.getByLabel(`${label} *`, { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Prenota', exact: true })

async function fillIn(page: Page) {
  await field(page, 'Nome').fill(giulia.name)
  await field(page, 'Cognome').fill(giulia.surname)
  await field(page, 'Email').fill(giulia.email)
  await field(page, 'Telefono').fill(giulia.telephone)
  await page.getByLabel(/Privacy Policy/).check()
}

async function expectFilledIn(page: Page) {
  const labels = ['Nome', 'Cognome', 'Email', 'Telefono']
  expect(await Promise.all(labels.map((label) => field(page, label).inputValue()))).toEqual(Object.values(giulia))
  expect(await page.getByLabel(/Privacy Policy/).isChecked()).toBe(true)
}

const withoutScripts = { javaScript: false, allowedErrors: /status of 422/ }

const severalAtOnce = {
  configuration: { app_simultaneous_bookings_enabled: true },
  calendar: { simultaneous_bookings_number: 5 },
}

test('a slot is booked without JavaScript, after errors', { tags: ['13.152'] }, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.bookingPage(), { ...withoutScripts, width: PHONE })
  await expectHidden(send(page))
  await page.getByRole('button', { name: formatDay(business.day(1)) }).click()
  await page.getByRole('button', { name: '15:00' }).click()
  await expectVisible(page.getByText(`${formatDay(business.day(1))} alle 15:00`))
  await expectFitsWidth(page)
  await field(page, 'Nome').fill(giulia.name)
  await page.keyboard.press('Enter')

  await expectVisible(page.getByText('Il cognome è obbligatorio.'))
  await expectVisible(page.getByText('Devi accettare la Privacy Policy.'))
  await expectFocused(field(page, 'Cognome'))
  expect(await field(page, 'Nome').inputValue()).toBe(giulia.name)
  await expectFitsWidth(page)
  await fillIn(page)
  await send(page).click()

  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))
  await expectVisible(page.locator('noscript > p').filter({ hasText: 'sono nell’email di conferma' }))
  expect(await business.bookings()).toMatchObject([
    { name: 'Giulia', visit_day: business.day(1), visit_hour: '15:00:00' },
  ])
})

test('a booking that is pressed before hydration works, also after it was rejected, and the thank-you page shows no other visit', {
  tags: ['13.152'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const earlier = {
    hidden_id: 'x'.repeat(22),
    visit_day: business.day(2),
    visit_hour: '09:00:00',
    service_name: 'Altro',
  }
  const stored = { booked: JSON.stringify({ ...earlier, service_price: '1.00', calendar_name: '', email: 'g…@x.it' }) }
  const page = await open(business.at('/robots.txt'), { stored, allowedErrors: /status of 4(09|22)/ })
  const release = await holdScripts(page)
  await page.goto(at(business, '10:00'), { waitUntil: 'commit' })
  await fillIn(page)

  await send(page).dblclick({ noWaitAfter: true })

  await expect.poll(() => new URL(page.url()).pathname).toBe('/thank_you')
  release()
  await waitForHydration(page)
  await expectVisible(page.getByText('sono nell’email di conferma'))
  await expectHidden(page.getByText('Altro'))
  expect(await business.bookings()).toHaveLength(1)

  const releaseRejected = await holdScripts(page)
  await page.goto(at(business, '11:00'), { waitUntil: 'commit' })
  await fillIn(page)
  await field(page, 'Telefono').fill('12')
  await send(page).click({ noWaitAfter: true })
  await expectVisible(page.getByText('Numero troppo corto.'))
  releaseRejected()
  await waitForHydration(page)
  await expectFocused(field(page, 'Telefono'))

  await field(page, 'Telefono').fill(giulia.telephone)
  await expectHidden(page.getByText('Numero troppo corto.'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectFilledIn(page)

  const releaseLost = await holdScripts(page)
  await page.goto(at(business, '12:00'), { waitUntil: 'commit' })
  await fillIn(page)
  await business.book({ name: 'Paolo', visit_day: business.today, visit_hour: '12:00:00' })
  await send(page).click({ noWaitAfter: true })
  await expectFocused(page.getByRole('alert').filter({ hasText: 'Lo slot scelto non è più disponibile.' }))
  await expectFilledIn(page)
  await expectVisible(page.getByText('alle 12:00 non più disponibile'))
  await expectHidden(send(page))
  releaseLost()
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Scegli un altro orario' }).click()
  await expectFocused(page.getByRole('heading', { name: formatDay(business.today) }))

  await page.getByRole('button', { name: '14:00' }).click()

  await expectHidden(page.getByText('Lo slot scelto non è più disponibile.'))
  await expectFilledIn(page)
  await send(page).click()
  await waitForPath(page, '/thank_you')
  expect((await business.bookings()).map(({ visit_hour }) => visit_hour)).toEqual(['10:00:00', '12:00:00', '14:00:00'])
})

test('a booking that the browser has sent, with a lost answer, is not sent again by the script, but another one is', {
  tags: ['13.152'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness(severalAtOnce)
  const page = await open(at(business, '10:00'))
  const key = await page.locator('input[name=key]').inputValue()
  const visit = { ...giulia, privacy: true, visit_day: business.today, visit_hour: '10:00' }
  await business.api('POST', `/client/bookings/create/${business.serviceId}`, visit, { 'idempotency-key': key })
  await fillIn(page)

  await send(page).click()

  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText(formatDay(business.today)))
  expect(await business.bookings()).toHaveLength(1)

  await page.goBack()
  await waitForHydration(page)
  await page.getByRole('button', { name: '10:00' }).click()
  await fillIn(page)
  await send(page).click()
  await waitForPath(page, '/thank_you')
  expect(await business.bookings()).toHaveLength(2)
})

const at = (business: Business, hour: string) => `${business.bookingPage()}?giorno=${business.today}&ora=${hour}`
