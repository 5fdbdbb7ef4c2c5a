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

test('a person books the hour that an assistant holds for them, which others do not see', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness({ configuration: { app_assistants: true } })
  const day = business.day(2)
  const other = await open(`${business.bookingPage()}?giorno=${day}`)
  const link = await other.evaluate(holdHour, { service_id: business.serviceId, day })
  const page = await open(business.at(link), { width: PHONE })
  const hour = page.getByRole('button', { name: '10:00', pressed: true })
  await expectVisible(hour)
  await expectFitsWidth(page)
  await expectAccessible(page)

  await other.reload()
  await expectVisible(other.getByRole('button', { name: '11:00' }))
  await expectHidden(other.getByRole('button', { name: '10:00' }))
  const renewed = page.waitForResponse(/source=assistente\.[\w-]{22}$/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await renewed
  await expectVisible(hour)
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText('10:00').first())
})

/** Runs in the page: asks `/mcp` as an assistant does, and returns the path of the link. */
async function holdHour({ service_id, day }: { service_id: number; day: string }) {
  const input = { services: [{ service_id }], day, hour: '10:00' }
  const answer = await fetch('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'hold_hour', arguments: input },
    }),
  })
  const text = await answer.text()
  const { link } = JSON.parse(text.slice(text.indexOf('{'))).result.structuredContent
  const { pathname, search } = new URL(link)
  return pathname + search
}
