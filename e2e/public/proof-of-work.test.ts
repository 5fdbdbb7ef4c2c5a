import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import { type Business, giulia } from '../support/business.ts'
import { fillInContact } from '../support/contact-form.ts'
import { expectFitsWidth, expectVisible, pressEnter, waitForPath } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

/** Requests from one address before a proof of work is asked. */
const FREE = 20
const FREE_CONTACTS = 3

/** Sends many bookings of the same slot from the address of the browser. */
async function pressFromThisAddress(business: Business) {
  const others = { ...giulia, email: 'altri@posta.example', telephone: '3339876543', privacy: true }
  const body = { ...others, visit_day: business.today, visit_hour: '09:00' }
  for (let i = 0; i < FREE; i++) await business.api('POST', `/client/bookings/create/${business.serviceId}`, body)
}

/** Holds the script that solves challenges until `release` is called. */
async function holdSolver(page: Page) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/solver-worker*', async (route) => {
    await promise
    await route.continue()
  })
  return release
}

test('under pressure the browser does some work, announces it, and books', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  await pressFromThisAddress(business)
  const page = await open(business.bookingPage(), { width: PHONE, allowedErrors: /429/ })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const release = await holdSolver(page)
  await page.getByRole('button', { name: '10:00' }).click()
  expect(scripts.filter((url) => url.includes('solve'))).toEqual([])

  await bookAsGiulia(page)

  await expectVisible(page.getByRole('status').filter({ hasText: 'controlliamo che la richiesta sia sicura…' }))
  expect(await page.getByRole('button', { name: 'Prenota' }).isDisabled()).toBe(true)
  await expectFitsWidth(page)
  release()
  await waitForPath(page, '/thank_you')
  const booked = (await business.bookings()).find(({ visit_hour }) => visit_hour === '10:00:00')
  expect(booked).toMatchObject({ email: giulia.email })
})

test('under pressure the contact form announces its work and is sent with the keyboard', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const others = { name: 'Altri', email: 'altri@posta.example', phone: '3339876543', privacy: true }
  for (let i = 0; i < FREE_CONTACTS; i++) await business.api('POST', '/client/contact', others)
  const page = await open(business.at('/'), { allowedErrors: /429/ })
  const release = await holdSolver(page)
  const { send } = await fillInContact(page)
  await pressEnter(send)

  await expectVisible(page.getByRole('status').filter({ hasText: 'controlliamo che la richiesta sia sicura…' }))
  release()
  await expectVisible(page.getByRole('form').getByText('Richiesta inviata con successo.'))
  expect(await business.contactRequests()).toContainEqual(expect.objectContaining({ name: 'Giulia Verdi' }))
})
