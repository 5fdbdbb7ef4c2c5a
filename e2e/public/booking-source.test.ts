import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { expectFitsWidth, expectHidden, expectVisible, waitForPath, waitUntilLoaded } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

test('a booking from a link on Instagram keeps its source to the report', async ({ open, openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/?da=instagram'))
  await page.getByRole('link', { name: 'Scopri i nostri servizi' }).click()
  await waitForPath(page, '/client_service')
  await page.getByRole('link', { name: 'Prenota ora' }).click()
  await waitForPath(page, `/client_service/${business.serviceId}/booking`)
  await page.getByRole('button', { name: '10:00' }).click()
  await page.waitForURL(/&ora=10:00&da=instagram$/)
  await page.reload()
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  expect(await page.context().cookies()).toEqual([])

  const report = await openAdmin(business, `/reports?da=${business.today}&a=${business.today}`)
  await waitUntilLoaded(report)
  const sources = report.getByRole('region', { name: 'Da dove arrivano' })
  await expectVisible(sources.getByRole('rowheader', { name: 'Instagram' }))
  await expectVisible(report.getByText('Il link con cui il cliente ha trovato il sito'))
  await expectAccessible(report)
})

test('a report without a source has no table of sources', async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.insertBooking({ visit_day: business.today, visit_hour: '10:00' })
  const report = await openAdmin(business, `/reports?da=${business.today}&a=${business.today}`, { width: PHONE })
  await waitUntilLoaded(report)
  await expectVisible(report.getByRole('region', { name: 'Per calendario' }))
  await expectHidden(report.getByText('Da dove arrivano'))
  await expectFitsWidth(report)
})
