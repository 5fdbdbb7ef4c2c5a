import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Business } from '../support/business.ts'
import { waitForAllScreens } from '../support/expectations.ts'
import { test as base } from '../support/test.ts'

const test = base
  // The port of a second server process on the same database.
  .extend('otherPort', async ({ site }, { onCleanup }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'prenoto-live-'))
    const server = spawnServer({ DATABASE_URL: site.databaseUrl, DATA_DIR: dataDir, PORT: '0' })
    onCleanup(async () => {
      await server.end('SIGINT')
      await rm(dataDir, { recursive: true, force: true })
    })
    await server.ready()
    return server.port()
  })

/** Errors of cut connections and of requests to another port. */
const allowedErrors = /^a request to |net::ERR_|Failed to load resource/

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })
const unread = (page: Page, count: number) =>
  expect.poll(() => bell(page).textContent()).toContain(`${count} non lette`)

/** Books at the first server. Resolves when the admin has this number of notifications. */
async function bookAtFirstServer(business: Business, visit_hour: string, count: number) {
  await business.book({ visit_day: business.day(1), visit_hour })
  await expect.poll(() => business.countNotifications()).toBe(count)
}

test('a booking at one process shows on a page of another; the page reconnects by itself, at once when its network comes back, and after a sleep', {
  tags: ['4.41'],
}, async ({ otherPort, newBusiness, openAdmin, onTestFinished }) => {
  const proxy = await openTcpProxy(otherPort)
  onTestFinished(proxy.close)
  const business = await newBusiness({ pagesPort: proxy.port })
  const page = await openAdmin(business, '/service', { allowedErrors, clock: true, prefetches: true })
  // All code is loaded first, since a request on a dead connection waits for the TCP timeout.
  await waitForAllScreens(page)
  await bookAtFirstServer(business, '09:00', 1)
  await unread(page, 1)

  proxy.cut()
  await bookAtFirstServer(business, '10:00', 2)
  proxy.repair()
  await unread(page, 2)

  // No timer fires from here on, so only the event can cause the reconnection.
  await page.clock.pauseAt(Date.now() + 60_000)
  proxy.cut()
  await bookAtFirstServer(business, '11:00', 3)
  proxy.repair()
  const opened = page.waitForRequest((request) => request.url().endsWith('/notifications/stream'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await opened
  await page.clock.resume()
  await unread(page, 3)

  proxy.silence()
  await bookAtFirstServer(business, '12:00', 4)
  expect(await bell(page).textContent()).toContain('3 non lette')
  await page.clock.fastForward('02:00')

  // The browser may try up to six dead connections first; a read waits ten seconds of the page's clock for each.
  const bellTextLater = async () => {
    await page.clock.fastForward('00:11')
    return bell(page).textContent()
  }
  await expect.poll(bellTextLater, { interval: 2000 }).toContain('4 non lette')
})
