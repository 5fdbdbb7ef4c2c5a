import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Business } from '../support/business.ts'
import { test } from '../support/test.ts'

/** Errors of cut connections and of requests to another port. */
const allowedErrors = /^a request to |net::ERR_|Failed to load resource/

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })
const unread = (page: Page, count: number) =>
  expect.poll(() => bell(page).textContent()).toContain(`${count} non lette`)

/** Books without the proxy. Resolves when the admin has this number of notifications. */
async function book(business: Business, visit_hour: string, count: number) {
  await business.book({ visit_day: business.day(1), visit_hour })
  await expect.poll(() => business.countNotifications()).toBe(count)
}

test('a booking shows on an open page, which reconnects by itself, at once when its network comes back, and after a sleep', {
  tags: ['4.41'],
}, async ({ site, newBusiness, openAdmin, onTestFinished }) => {
  const proxy = await openTcpProxy(site.port)
  onTestFinished(proxy.close)
  const business = await newBusiness({ pagesPort: proxy.port })
  // No code is loaded later, since a request on a dead connection waits for the TCP timeout.
  const page = await openAdmin(business, '/service', { allowedErrors, clock: true, prefetches: false })
  await book(business, '09:00', 1)
  await unread(page, 1)

  proxy.cut()
  await book(business, '10:00', 2)
  proxy.repair()
  await unread(page, 2)

  // No timer fires from here on, so only the event can cause the reconnection.
  await page.clock.pauseAt(Date.now() + 60_000)
  proxy.cut()
  await book(business, '11:00', 3)
  proxy.repair()
  const opened = page.waitForRequest((request) => request.url().endsWith('/notifications/stream'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await opened
  await page.clock.resume()
  await unread(page, 3)

  proxy.silence()
  await book(business, '12:00', 4)
  expect(await bell(page).textContent()).toContain('3 non lette')
  await page.clock.fastForward('02:00')

  // The browser may try up to six dead connections first; a read waits ten seconds of the page's clock for each.
  const bellTextLater = async () => {
    await page.clock.fastForward('00:11')
    return bell(page).textContent()
  }
  await expect.poll(bellTextLater, { interval: 2000 }).toContain('4 non lette')
})
