import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../support/business.ts'
import { expectVisible, waitForPath, waitUntilLoaded } from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { test as base } from '../support/test.ts'

const STREAM = '/api/notifications/stream'

/** Errors of ended sessions and cut connections. */
const allowedErrors = /net::ERR_|Failed to load resource|ApiError/

const test = base
  .extend('proxy', async ({ site }, { onCleanup }) => {
    const proxy = await openTcpProxy(site.port)
    onCleanup(proxy.close)
    return proxy
  })
  .extend('business', ({ newBusiness, proxy }) => newBusiness({ pagesPort: proxy.port }))
  .extend(
    'streams',
    ({ proxy }) =>
      (count: number) =>
        expect.poll(() => proxy.countOpen(STREAM)).toBe(count),
  )

/** Opens another tab of the same browser. */
async function openTab(page: Page, address: string) {
  const tab = await page.context().newPage()
  await tab.goto(address)
  await expectVisible(tab.getByRole('heading', { level: 1 }))
  await waitUntilLoaded(tab)
  return tab
}

/** Simulates that the tab is hidden or visible, since Playwright shows every page. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })
const unread = (page: Page, count: number) =>
  expect.poll(() => bell(page).textContent()).toContain(`${count} non lette`)

test('visible tabs show bookings at once, hidden ones later, a new one also those of its start; they keep their text when the password changes, and follow another user and a log-out', {
  tags: ['13.39', '13.146'],
}, async ({ business, openAdmin, streams }) => {
  const first = await openAdmin(business, '/setting', { allowedErrors })
  const phone = first.getByLabel('Telefono', { exact: true })
  await phone.fill('0510000199')
  const second = await openTab(first, business.at('/setting'))
  await streams(2)
  await setVisibility(first, 'hidden')
  await streams(1)
  await business.book({ visit_day: business.day(1), visit_hour: '09:00' })
  await unread(second, 1)
  expect(await bell(first).textContent()).toBe('Notifiche')

  await setVisibility(first, 'visible')

  await unread(first, 1)
  await streams(2)

  const passwords = second.getByRole('form', { name: 'Modifica password' })
  await passwords.getByLabel('Password attuale').fill(PASSWORD)
  await passwords.getByLabel('Nuova password').fill('Altra-2026!')
  await passwords.getByLabel('Conferma password').fill('Altra-2026!')
  const readAgain = first.waitForResponse((response) => response.url().endsWith('/user/userInfo'))
  await passwords.getByRole('button', { name: 'Salva' }).click()
  expect((await readAgain).status()).toBe(200)

  const { promise: booked, resolve: goOn } = Promise.withResolvers<void>()
  const third = await first.context().newPage()
  await third.route(`**${STREAM}`, async (route) => {
    await booked
    await route.continue()
  })
  await third.goto(business.at('/service'))
  await unread(third, 1)
  await business.book({ visit_day: business.day(1), visit_hour: '10:00' })
  await expect.poll(() => business.countNotifications()).toBe(2)
  expect(await bell(third).textContent()).toContain('1 non lette')

  goOn()

  for (const tab of [first, second, third]) await unread(tab, 2)
  expect(await phone.inputValue()).toBe('0510000199')
  await phone.fill('')
  for (const tab of [first, second]) await openScreen(tab, 'Clienti')
  const token = await business.token('editor')
  await third.goto(business.at('/'))

  await third.evaluate((token) => localStorage.setItem('access_token', token), token)

  for (const tab of [first, second]) await expectVisible(tab.getByRole('complementary').getByText('Ugo Riva'))
  await business.logOutEverywhere(business.admin.email)
  await business.book({ visit_day: business.day(1), visit_hour: '11:00' })
  await unread(first, 1)

  await setVisibility(first, 'hidden')
  await second.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()
  for (const tab of [first, second]) await waitForPath(tab, '/login')
  await streams(0)
})

test('a tab whose stream was replaced opens a new one only when the user returns to it', async ({
  site,
  business,
  openAdmin,
  streams,
}) => {
  const page = await openAdmin(business, '/dashboard', { allowedErrors, clock: true })
  await streams(1)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const others: Awaited<ReturnType<typeof openStream>>[] = []
  for (let i = 0; i < 10; i++)
    others.push(
      await openStream(site.port, business.domain, '/notifications/stream', {
        authorization: `Bearer ${token}`,
      }),
    )
  await streams(0)
  await page.clock.fastForward('05:00')
  expect(others.filter(({ ended }) => ended)).toEqual([])

  await page.evaluate(() => dispatchEvent(new Event('focus')))

  await streams(1)
  await expect.poll(() => others[0]!.ended).toBe(true)
  for (const { close } of others) close()
})
