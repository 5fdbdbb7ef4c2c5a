import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arrivedAt, loaded, seen } from '../support/look.ts'
import { PASSWORD } from '../support/shop.ts'
import { test as base } from '../support/test.ts'

const STREAM = '/api/notifications/stream'

/** Sessions end and connections are cut on purpose. */
const tolerates = /net::ERR_|Failed to load resource|ApiError/

const test = base
  .extend('proxy', async ({ site }, { onCleanup }) => {
    const proxy = await openTcpProxy(site.port)
    onCleanup(proxy.close)
    return proxy
  })
  .extend('shop', ({ newShop, proxy }) => newShop({ pagesPort: proxy.port }))
  .extend(
    'streams',
    ({ proxy }) =>
      (count: number) =>
        expect.poll(() => proxy.countOf(STREAM)).toBe(count),
  )

/** Opens another tab of the same browser. */
async function openTab(page: Page, address: string) {
  const tab = await page.context().newPage()
  await tab.goto(address)
  await seen(tab.getByRole('heading', { level: 1 }))
  await loaded(tab)
  return tab
}

/** Tells a page that its tab is hidden or visible: Playwright shows every page. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })
const unread = (page: Page, count: number) =>
  expect.poll(() => bell(page).textContent()).toContain(`${count} non lette`)

test('each visible tab holds an event stream; a hidden one holds none and shows what was booked when it is visible again', async ({
  shop,
  enter,
  streams,
}) => {
  const first = await enter(shop, '/dashboard', { tolerates })
  const second = await openTab(first, shop.at('/service'))
  await streams(2)
  await setVisibility(first, 'hidden')
  await streams(1)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await unread(second, 1)
  expect(await bell(first).textContent()).toBe('Notifiche')

  await setVisibility(first, 'visible')

  await unread(first, 1)
  await streams(2)
})

test('a tab shows what was booked after its first reads and before its stream opened', { tags: ['13.146'] }, async ({
  shop,
  enter,
}) => {
  const page = await enter(shop, '/dashboard', { tolerates })
  const { promise: booked, resolve: goOn } = Promise.withResolvers<void>()
  await page.context().route(`**${STREAM}`, async (route) => {
    await booked
    await route.continue()
  })
  const tab = await openTab(page, shop.at('/service'))
  await expect.poll(() => bell(tab).textContent()).toBe('Notifiche')
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await expect.poll(() => shop.countNotifications()).toBe(1)
  expect(await bell(tab).textContent()).toBe('Notifiche')

  goOn()

  await unread(tab, 1)
})

test('a log-out in one tab logs out every tab and closes every stream', { tags: ['13.39'] }, async ({
  shop,
  enter,
  streams,
}) => {
  const hidden = await enter(shop, '/dashboard', { tolerates })
  await setVisibility(hidden, 'hidden')
  const page = await openTab(hidden, shop.at('/dashboard'))
  const other = await openTab(hidden, shop.at('/service'))
  await streams(2)

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()

  for (const tab of [page, other, hidden]) await arrivedAt(tab, '/login')
  await streams(0)
})

test('when the session has ended, every tab goes to the log-in', async ({ shop, enter, proxy, streams }) => {
  const page = await enter(shop, '/dashboard', { tolerates })
  const other = await openTab(page, shop.at('/service'))
  await streams(2)

  await shop.logOutEverywhere(shop.admin.email)
  proxy.cut()
  proxy.repair()

  for (const tab of [page, other]) await arrivedAt(tab, '/login')
  await streams(0)
})

test('a log-in as another user reloads the other tabs as that user, with their own stream', async ({ shop, enter }) => {
  const page = await enter(shop, '/dashboard', { tolerates })
  await seen(page.getByRole('complementary').getByText('Ada Neri'))
  const token = await shop.token('editor')
  const other = await page.context().newPage()
  await other.goto(shop.at('/'))

  await other.evaluate((token) => localStorage.setItem('access_token', token), token)

  await seen(page.getByRole('complementary').getByText('Ugo Riva'))
  await shop.logOutEverywhere(shop.admin.email)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await unread(page, 1)
})

test('a password change in one tab keeps the others logged in, and what was typed into them', async ({
  shop,
  enter,
  streams,
}) => {
  const other = await enter(shop, '/setting', { tolerates })
  await other.getByLabel('Telefono', { exact: true }).fill('0510000199')
  const page = await openTab(other, shop.at('/setting'))
  const passwords = page.getByRole('form', { name: 'Modifica password' })
  await passwords.getByLabel('Password attuale').fill(PASSWORD)
  await passwords.getByLabel('Nuova password').fill('Altra-2026!')
  await passwords.getByLabel('Conferma password').fill('Altra-2026!')
  const readAgain = other.waitForResponse((response) => response.url().endsWith('/user/userInfo'))

  await passwords.getByRole('button', { name: 'Salva' }).click()

  expect((await readAgain).status()).toBe(200)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  for (const tab of [page, other]) await unread(tab, 1)
  expect(await other.getByLabel('Telefono', { exact: true }).inputValue()).toBe('0510000199')
  await streams(2)
})
