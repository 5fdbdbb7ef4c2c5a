import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openWire } from '../../server/test/wire.ts'
import { launchDesktop } from '../support/browser.ts'
import { arrivedAt, loaded, seen } from '../support/look.ts'
import { PASSWORD, type Shop } from '../support/shop.ts'
import { test as base } from '../support/test.ts'

const STREAM = '/api/notifications/stream'

/** Connections are cut, sessions ended and TLS left out on purpose. */
const LOST = /net::ERR_|Failed to load resource|origin was untrustworthy/

/** One browser, as staff have it open all day: its tabs and windows, each of them seen or not. */
const test = base
  .extend('desktop', { scope: 'file' }, async ({ site: _site }, { onCleanup }) => {
    const desktop = await launchDesktop()
    onCleanup(desktop.close)
    return desktop
  })
  .extend('wire', async ({ site }, { onCleanup }) => {
    const wire = await openWire(site.port)
    onCleanup(wire.close)
    return wire
  })
  .extend('shop', ({ newShop, wire }) => newShop({ pagesPort: wire.port }))
  .extend('openTab', async ({ desktop }, { onCleanup }) => {
    const pages: Page[] = []
    const problems: string[] = []
    onCleanup(async () => {
      for (const page of pages) await page.close()
      if (problems.length > 0) throw new Error(`The browser complained:\n${problems.join('\n')}`)
    })
    return async (address: string) => {
      const page = await desktop.context.newPage()
      pages.push(page)
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && !LOST.test(message.text())) problems.push(message.text())
      })
      await page.goto(address)
      return page
    }
  })
  .extend('logIn', ({ openTab }) => async (shop: Shop, origin = shop.at('')) => {
    const page = await openTab(`${origin}/login`)
    await page.getByLabel('Mail').fill(shop.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await arrivedAt(page, '/dashboard')
    await loaded(page)
    return page
  })

/** Hides a tab's window, or shows it again, as the browser itself does. */
async function turn(page: Page, windowState: 'minimized' | 'normal') {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
  await session.detach()
  const state = windowState === 'normal' ? 'visible' : 'hidden'
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe(state)
}
const hide = (page: Page) => turn(page, 'minimized')
const show = (page: Page) => turn(page, 'normal')

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })
const unread = (page: Page, count: number) =>
  expect.poll(() => bell(page).textContent()).toContain(`${count} non lette`)

test('of eight tabs every one loads, and shows what was booked meanwhile when it is seen', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const tabs = [await logIn(shop)]
  for (const path of ['/service', '/user', '/day_off', '/calendar', '/setting', '/customer', '/dashboard']) {
    await hide(tabs.at(-1)!)
    const tab = await openTab(shop.at(path))
    await seen(tab.getByRole('heading', { level: 1 }))
    await loaded(tab)
    tabs.push(tab)
  }
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)

  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })

  await unread(tabs.at(-1)!, 1)
  for (const tab of tabs) {
    for (const other of tabs) if (other !== tab) await hide(other)
    await show(tab)
    await unread(tab, 1)
    await expect.poll(() => wire.countOf(STREAM)).toBe(1)
  }
})

test('windows side by side share one stream, and another one holds it when its holder is hidden, closed or crashes', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const windows = [await logIn(shop)]
  while (windows.length < 4) windows.push(await openTab(shop.at('/service')))
  const holder = followHolder(windows)
  let booked = 0
  const bookAndRead = async () => {
    booked += 1
    await shop.book({ visit_day: shop.day(booked), visit_hour: '09:00' })
    for (const window of windows) await unread(window, booked)
    expect(wire.countOf(STREAM)).toBe(1)
  }
  const leave = async (how: (page: Page) => Promise<unknown>) => {
    const leaving = holder()
    windows.splice(windows.indexOf(leaving), 1)
    await how(leaving)
    await expect.poll(() => windows.includes(holder())).toBe(true)
    return leaving
  }
  for (const window of windows) await loaded(window)
  await bookAndRead()

  const hidden = await leave(hide)
  await bookAndRead()
  await leave((page) => page.close())
  await bookAndRead()
  await leave(crash)
  await bookAndRead()

  windows.push(hidden)
  await show(hidden)
  await unread(hidden, booked)
  await bookAndRead()
})

test('a tab that the browser stops silences nobody, and catches up when it goes on', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const stopped = await logIn(shop)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
  const other = await openTab(shop.at('/service'))
  await loaded(other)

  const session = await stopped.context().newCDPSession(stopped)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await unread(other, 1)
  expect(wire.countOf(STREAM)).toBe(1)

  await other.close()
  await expect.poll(() => wire.countOf(STREAM)).toBe(0)
  await shop.book({ visit_day: shop.day(1), visit_hour: '10:00' })
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await hide(stopped)
  await show(stopped)
  await unread(stopped, 2)
})

test('a window that is stuck in a dialog while it holds the stream is replaced, and goes on behind the other', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const stuck = await logIn(shop)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
  const other = await openTab(shop.at('/service'))
  await loaded(other)

  const opened = stuck.waitForEvent('dialog')
  const answered = stuck.evaluate(() => alert('Stampa in corso'))
  const dialog = await opened
  // The browser's own clock for tests would wait for the page that is stuck.
  await other.evaluate(() => {
    const [now, begin] = [Date.now, Date.now()]
    // Quick, rather than late: whatever looks at it may come after this.
    Date.now = () => begin + (now() - begin) * 20
  })
  await expect.poll(() => wire.countOf(STREAM)).toBe(2)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await unread(other, 1)

  await dialog.accept()
  await answered
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
  await unread(stuck, 1)
})

test('a window shows what was booked after its first sight and before it listened', async ({
  desktop,
  shop,
  logIn,
  openTab,
  wire,
}) => {
  await logIn(shop)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
  const { promise: booked, resolve: goOn } = Promise.withResolvers<void>()
  await desktop.context.route(/notifications-panel-/, async (route) => {
    await booked
    await route.continue()
  })
  const window = await openTab(shop.at('/service'))
  await loaded(window)
  await expect.poll(() => bell(window).textContent()).toBe('Notifiche')
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await expect.poll(() => shop.countNotifications()).toBe(1)

  goOn()

  await unread(window, 1)
  await desktop.context.unrouteAll()
})

test('windows whose network went away show what was booked meanwhile once it is back', async ({
  desktop,
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const windows = [await logIn(shop), await openTab(shop.at('/service'))]
  for (const window of windows) await loaded(window)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)

  await desktop.context.setOffline(true)
  wire.cut()
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  wire.mend()
  await desktop.context.setOffline(false)

  for (const window of windows) await unread(window, 1)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
})

test('who logs out in one tab has logged out in all, and no stream stays open', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const hidden = await logIn(shop)
  await hide(hidden)
  const [page, other] = [await openTab(shop.at('/dashboard')), await openTab(shop.at('/service'))]
  for (const window of [page, other]) await loaded(window)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()

  for (const tab of [page, other, hidden]) await arrivedAt(tab, '/login')
  await expect.poll(() => wire.countOf(STREAM)).toBe(0)
})

test('when the session has ended, every window goes to the log-in', async ({ shop, logIn, openTab, wire }) => {
  const windows = [await logIn(shop), await openTab(shop.at('/service'))]
  for (const window of windows) await loaded(window)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)

  await shop.logOutEverywhere(shop.admin.email)
  wire.cut()
  wire.mend()

  for (const window of windows) await arrivedAt(window, '/login')
  await expect.poll(() => wire.countOf(STREAM)).toBe(0)
})

test('a tab of somebody else in the same browser begins anew as them, and hears what they are told', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const page = await logIn(shop)
  await seen(page.getByRole('complementary').getByText('Ada Neri'))
  const token = await shop.token('editor')
  const other = await openTab(shop.at('/'))

  await other.evaluate((token) => localStorage.setItem('access_token', token), token)

  await seen(page.getByRole('complementary').getByText('Ugo Riva'))
  await shop.logOutEverywhere(shop.admin.email)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  await unread(page, 1)
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
})

test('who changes their password in one tab goes on in the others, without losing what they typed', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const other = await logIn(shop)
  await other.goto(shop.at('/setting'))
  await other.getByLabel('Telefono', { exact: true }).fill('0510000199')
  const page = await openTab(shop.at('/setting'))
  const passwords = page.getByRole('form', { name: 'Modifica password' })
  await passwords.getByLabel('Password attuale').fill(PASSWORD)
  await passwords.getByLabel('Nuova password').fill('Altra-2026!')
  await passwords.getByLabel('Conferma password').fill('Altra-2026!')
  const moved = other.waitForResponse((response) => response.url().endsWith('/user/userInfo'))

  await passwords.getByRole('button', { name: 'Salva' }).click()

  expect((await moved).status()).toBe(200)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  for (const window of [page, other]) await unread(window, 1)
  expect(await other.getByLabel('Telefono', { exact: true }).inputValue()).toBe('0510000199')
  await expect.poll(() => wire.countOf(STREAM)).toBe(1)
})

test('without TLS, where pages cannot agree on one, each window that is seen has a stream of its own', async ({
  shop,
  logIn,
  openTab,
  wire,
}) => {
  const domain = `${shop.domain.split('.')[0]}.insecure.example`
  await shop.addDomain(domain)
  const origin = `http://${domain}:${wire.port}`
  const windows = [await logIn(shop, origin), await openTab(`${origin}/service`), await openTab(`${origin}/user`)]
  for (const window of windows) await loaded(window)
  expect(await windows[0]!.evaluate(() => 'locks' in navigator)).toBe(false)
  await expect.poll(() => wire.countOf(STREAM)).toBe(3)

  const [hidden, ...shown] = windows as [Page, Page, Page]
  await hide(hidden)
  await expect.poll(() => wire.countOf(STREAM)).toBe(2)
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00' })
  for (const window of shown) await unread(window, 1)

  await show(hidden)
  await unread(hidden, 1)
})

/** Which of the pages was the last to ask for the stream. */
function followHolder(pages: Page[]) {
  let holder = pages[0]!
  for (const page of pages)
    page.on('request', (request) => {
      if (request.url().endsWith(STREAM)) holder = page
    })
  return () => holder
}

/** Ends the process that runs the page, as running out of memory does. */
async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await crashed
}
