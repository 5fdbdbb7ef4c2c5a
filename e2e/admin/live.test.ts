import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Business } from '../support/business.ts'
import { expectVisible, waitForAllScreens } from '../support/expectations.ts'
import { test as base } from '../support/test.ts'

const test = base
  // A second server process on the same database.
  .extend('start', async ({ site }, { onCleanup }) => {
    const ended: (() => Promise<unknown>)[] = []
    onCleanup(async () => {
      for (const end of ended) await end()
    })
    return async (port = 0): Promise<ServerProcess> => {
      const dataDir = await mkdtemp(join(tmpdir(), 'prenoto-live-'))
      const server = spawnServer({ DATABASE_URL: site.databaseUrl, DATA_DIR: dataDir, PORT: String(port) })
      ended.push(async () => {
        await server.end('SIGINT')
        await rm(dataDir, { recursive: true, force: true })
      })
      await server.ready()
      return server
    }
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

test('a booking at one process shows on a page connected to another, and one missed while that was dead once it is back', {
  tags: ['4.41'],
}, async ({ start, newBusiness, openAdmin }) => {
  const other = await start()
  const port = other.port()
  const business = await newBusiness({ pagesPort: port })
  const page = await openAdmin(business, '/dashboard', { allowedErrors })
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifiche' })
  await expectVisible(panel.getByText('Non ci sono notifiche disponibili'))

  await bookAtFirstServer(business, '09:00', 1)

  await expectVisible(panel.getByText('Non lette (1)'))
  await expectVisible(panel.getByText(/Giulia Verdi/))
  await page.keyboard.press('Escape')
  await unread(page, 1)

  await other.end('SIGKILL')
  await bookAtFirstServer(business, '10:00', 2)
  await start(port)
  await unread(page, 2)
  await bookAtFirstServer(business, '11:00', 3)
  await unread(page, 3)
})

test('a page reconnects at once when its network comes back, and a laptop that wakes with a dead connection catches up', {
  tags: ['4.41'],
}, async ({ site, newBusiness, openAdmin, onTestFinished }) => {
  const proxy = await openTcpProxy(site.port)
  onTestFinished(proxy.close)
  const business = await newBusiness({ pagesPort: proxy.port })
  const page = await openAdmin(business, '/service', { allowedErrors, clock: true, prefetches: true })
  // All code is loaded first, since a request on a dead connection waits for the TCP timeout.
  await waitForAllScreens(page)
  await bookAtFirstServer(business, '09:00', 1)
  await unread(page, 1)

  // No timer fires from here on, so only the event can cause the reconnection.
  await page.clock.pauseAt(Date.now() + 60_000)
  proxy.cut()
  await bookAtFirstServer(business, '10:00', 2)
  proxy.repair()
  const opened = page.waitForRequest((request) => request.url().endsWith('/notifications/stream'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await opened
  await page.clock.resume()
  await unread(page, 2)

  proxy.silence()
  await bookAtFirstServer(business, '11:00', 3)
  expect(await bell(page).textContent()).toContain('2 non lette')
  await page.clock.fastForward('02:00')

  // The browser may try up to six dead connections first; a read waits ten seconds for each.
  const bellTextLater = async () => {
    await page.clock.fastForward('00:11')
    return bell(page).textContent()
  }
  await expect.poll(bellTextLater, { interval: 300 }).toContain('3 non lette')
})
