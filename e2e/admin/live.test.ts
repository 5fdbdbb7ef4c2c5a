import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { everyScreenFetched, seen } from '../support/look.ts'
import type { Shop } from '../support/shop.ts'
import { test as base } from '../support/test.ts'

const test = base
  // A second process of the product, on the first one's database.
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

/** The page comes from another port than the first server's, and its connections are cut on purpose. */
const tolerates = /^a request to |net::ERR_|Failed to load resource/

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })
const unread = (page: Page, count: number) =>
  expect.poll(() => bell(page).textContent()).toContain(`${count} non lette`)

/** A visitor books at the first server; resolves when the shop's staff has been told so many times. */
async function bookElsewhere(shop: Shop, visit_hour: string, told: number) {
  await shop.book({ visit_day: shop.day(1), visit_hour })
  await expect.poll(() => shop.countNotifications()).toBe(told)
}

test('what is booked at one process shows in a dashboard that is open at another', { tags: ['4.41'] }, async ({
  start,
  newShop,
  enter,
}) => {
  const other = await start()
  const shop = await newShop({ pagesPort: other.port() })
  const page = await enter(shop, '/dashboard', { tolerates })
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifiche' })
  await seen(panel.getByText('Non ci sono notifiche disponibili'))

  await bookElsewhere(shop, '09:00', 1)

  await seen(panel.getByText('Non lette (1)'))
  await seen(panel.getByText(/Giulia Verdi/))
  await page.keyboard.press('Escape')
  await unread(page, 1)
})

test('a dashboard whose server was killed shows what happened meanwhile once it is back', { tags: ['4.41'] }, async ({
  start,
  newShop,
  enter,
}) => {
  const other = await start()
  const port = other.port()
  const shop = await newShop({ pagesPort: port })
  const page = await enter(shop, '/service', { tolerates })
  await bookElsewhere(shop, '09:00', 1)
  await unread(page, 1)

  await other.end('SIGKILL')
  await bookElsewhere(shop, '10:00', 2)
  await start(port)

  await unread(page, 2)
  await bookElsewhere(shop, '11:00', 3)
  await unread(page, 3)
})

test('a laptop that wakes with a dead connection catches up', { tags: ['4.41'] }, async ({
  site,
  newShop,
  enter,
  onTestFinished,
}) => {
  const proxy = await openTcpProxy(site.port)
  onTestFinished(proxy.close)
  const shop = await newShop({ pagesPort: proxy.port })
  const page = await enter(shop, '/service', { tolerates, clock: true, fetchesAhead: true })
  // All the code that it will ever need: what is under way on a connection that dies waits for as long as TCP does.
  await everyScreenFetched(page)
  await bookElsewhere(shop, '09:00', 1)
  await unread(page, 1)

  proxy.silence()
  await bookElsewhere(shop, '10:00', 2)
  expect(await bell(page).textContent()).toContain('1 non lette')
  await page.clock.fastForward('02:00')

  // The browser may try its other connections first, six at most, which are as dead; a read gives each of them ten seconds.
  const afterAWhile = async () => {
    await page.clock.fastForward('00:11')
    return bell(page).textContent()
  }
  await expect.poll(afterAWhile, { interval: 300 }).toContain('2 non lette')
})

test('a page whose network comes back does not wait for its next attempt', { tags: ['4.41'] }, async ({
  site,
  newShop,
  enter,
  onTestFinished,
}) => {
  const proxy = await openTcpProxy(site.port)
  onTestFinished(proxy.close)
  const shop = await newShop({ pagesPort: proxy.port })
  const page = await enter(shop, '/service', { tolerates, clock: true })
  await bookElsewhere(shop, '09:00', 1)
  await unread(page, 1)

  // From here on no timer fires by itself: what happens is due to the event alone.
  await page.clock.pauseAt(Date.now() + 60_000)
  proxy.cut()
  await bookElsewhere(shop, '10:00', 2)
  proxy.repair()
  const opened = page.waitForRequest((request) => request.url().endsWith('/notifications/stream'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await opened
  await page.clock.resume()

  await unread(page, 2)
})
