import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@prenoto/core/contract/role.ts'
import { launchBrowser } from '@prenoto/test-support/processes/browser.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { test as base, expect, inject, type RunnerTestCase } from 'vitest'
import { type Business, openBusinesses } from './business.ts'
import { expectVisible, waitForAnimations, waitForHydration, waitUntilLoaded } from './expectations.ts'
import { translatePage } from './translate-page.ts'

export const PHONE = 360
export const DESKTOP = 1280

/** For layout tests; a flow is tested at one of these widths. */
export const WIDTHS = [PHONE, DESKTOP] as const

export type Visit = {
  width?: number
  javaScript?: boolean
  /** By default the browser prefers reduced motion, so tests do not wait for animations. */
  motion?: boolean
  /** By default the browser saves data, so the back office prefetches no code. */
  prefetches?: boolean
  /** By default blocked: the page's routes do not see the requests of a service worker. */
  serviceWorker?: boolean
  /** Errors that the test expects; any other one fails it. */
  allowedErrors?: RegExp
  /** Installs `page.clock`. */
  clock?: boolean
  /** The session token of the logged-in user. */
  token?: string
  /** Whether the browser translates the page; `TRANSLATED=yes` translates every page of a run. */
  translated?: boolean
  /** The initial sessionStorage. */
  stored?: Record<string, string>
}

/** The time zone of browsers: no business is on the same day, so a page that uses the browser's date fails. */
const TIME_ZONE = 'Pacific/Kiritimati'

const FAILURES = join(import.meta.dirname, '../../node_modules/.cache/prenoto/failures')

/** Milliseconds; long enough for a slow machine. */
const TIMEOUT = 30_000

const site = inject('site')

const listening = new WeakSet<Page>()

/** Waits until the event stream of a page is open. */
export const waitForEventStream = (page: Page) => expect.poll(() => listening.has(page)).toBe(true)

/** The address of a page of the demo. */
export const demo = (path: string, host = 'localhost') => `http://${host}:${site.port}${path}`

const contextOptions = ({
  width = 1280,
  javaScript = true,
  motion = false,
  serviceWorker = false,
}: Visit): BrowserContextOptions => ({
  viewport: { width, height: width < 800 ? 740 : 800 },
  javaScriptEnabled: javaScript,
  reducedMotion: motion ? 'no-preference' : 'reduce',
  serviceWorkers: serviceWorker ? 'allow' : 'block',
  timezoneId: TIME_ZONE,
  locale: 'en-US',
})

/**
 * `open` visits an address in a browser context of its own. The test fails on a console error, an exception, a violated
 * policy or a request to another host.
 */
export const test = base
  .extend('site', { scope: 'file' }, site)
  .extend('businesses', { scope: 'file' }, ({ site }, { onCleanup }) => {
    const businesses = openBusinesses(site)
    onCleanup(businesses.close)
    return businesses
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that it uses from the pattern.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('newBusiness', ({ businesses }) => businesses.open)
  .extend('open', async ({ browser, task }, { onCleanup }) => {
    const visits = openPages(browser)
    onCleanup(async () => {
      await visits.check(task).finally(visits.close)
    })
    return visits.open
  })
  .extend('openAdmin', ({ open }) => {
    /** Opens a page of the back office as a logged-in user; by default the admin. */
    return async (business: Business, path: string, { role, ...visit }: Visit & { role?: Role } = {}) => {
      const page = await open(business.at(path), { ...visit, token: await business.token(role) })
      await expectVisible(page.getByRole('heading', { level: 1 }))
      await waitUntilLoaded(page)
      return page
    }
  })

/** Opens pages in browser contexts of their own and records their errors. */
export function openPages(browser: Browser) {
  const pages: Page[] = []
  const problems: string[] = []

  async function open(address: string, visit: Visit = {}) {
    const context = await browser.newContext(contextOptions(visit))
    context.setDefaultTimeout(TIMEOUT)
    if (!visit.prefetches) await context.addInitScript(saveData)
    if (visit.translated ?? process.env.TRANSLATED === 'yes') await context.addInitScript(translatePage)
    const report = (problem: string) => {
      if (!visit.allowedErrors?.test(problem)) problems.push(problem)
    }
    context.on('console', (message) => message.type() === 'error' && report(message.text()))
    context.on('weberror', (failure) => report(String(failure.error())))
    const page = await context.newPage()
    pages.push(page)
    page.on('response', (response) => response.url().endsWith('/notifications/stream') && listening.add(page))
    if (visit.clock) await page.clock.install()
    if (visit.stored) await page.addInitScript(fillSessionStorage, visit.stored)
    const logIn = visit.token && (await page.addInitScript(storeToken, visit.token))
    await page.goto(address)
    if (visit.javaScript !== false) await waitForHydration(page.locator('html'))
    if (logIn) await logIn.dispose()
    return page
  }

  /** Fails the test if a browser reported an error since the last check; a failed test leaves screenshots. */
  async function check({ name, result }: Readonly<RunnerTestCase>) {
    const hasFailed = result?.state === 'fail'
    if (!hasFailed) for (const page of pages) await waitForAnimations(page)
    const errors = problems.splice(0)
    if (hasFailed || errors.length > 0) await saveScreenshots(pages, name)
    if (errors.length > 0) throw new Error(`The browser reported errors:\n${errors.join('\n')}`)
  }

  async function close() {
    for (const page of pages) await page.context().close()
  }

  return { open, check, close }
}

/** Runs before each page loads. */
function saveData() {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
}

/** Runs before the first page loads; a context with storage state would open another page. */
function storeToken(token: string) {
  localStorage.setItem('access_token', token)
}

/** Runs before each page loads; fills an empty sessionStorage. */
function fillSessionStorage(items: Record<string, string>) {
  if (sessionStorage.length > 0) return
  for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
}

async function saveScreenshots(pages: Page[], name: string) {
  await mkdir(FAILURES, { recursive: true })
  for (const [i, page] of pages.entries())
    await page.screenshot({ path: join(FAILURES, `${name.replace(/\W+/g, '-')}-${i}.png`) }).catch(() => {})
}
