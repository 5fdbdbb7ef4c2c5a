import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@prenoto/core/contract/role.ts'
import { launchBrowser } from '@prenoto/test-support/processes/browser.ts'
import type { Browser, BrowserContext, ConsoleMessage, Page, WebError } from 'playwright-core'
import { test as base, expect, inject, type RunnerTestCase } from 'vitest'
import { type Business, type BusinessOptions, openBusinesses } from './business.ts'
import { waitForAnimations, waitForHydration, waitForScreen } from './expectations.ts'
import { recordMessages } from './messages.ts'
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
const TIMEOUT = 120_000

const site = inject('site')

const listening = new WeakSet<Page>()

/** Waits until the event stream of a page is open. */
export const waitForEventStream = (page: Page) => expect.poll(() => listening.has(page)).toBe(true)

/** The address of a page of the demo. */
export const demo = (path: string, host = 'localhost') => `http://${host}:${site.port}${path}`

/** The size of a window of this width. */
const windowSize = (width = DESKTOP) => ({ width, height: width < 800 ? 740 : 800 })

/** The browser of this worker: each test that a file extends has fixtures of its own. */
let launched: Promise<Browser> | undefined

/** A context with a page that keeps its process alive. */
type WarmContext = { context: BrowserContext; keeper: Page }

/**
 * Contexts that no test uses. The pages of a context share a process, which saves a third of the time to open one. Each
 * business has a domain of its own, so a page finds no storage of other tests.
 */
const idleContexts = new WeakMap<Browser, WarmContext[]>()

/** Whether a visit may use a context of other tests. */
const isPlain = (address: string, { javaScript = true, prefetches, serviceWorker, clock, translated }: Visit) =>
  /^http:\/\/s[0-9a-f]{10}\.localhost:/.test(address) &&
  javaScript &&
  !(prefetches || serviceWorker || clock || isTranslated(translated))

const isTranslated = (translated = process.env.TRANSLATED === 'yes') => translated

async function openContext(browser: Browser, visit: Visit = {}) {
  const context = await browser.newContext({
    viewport: windowSize(),
    javaScriptEnabled: visit.javaScript ?? true,
    reducedMotion: 'reduce',
    serviceWorkers: visit.serviceWorker ? 'allow' : 'block',
    timezoneId: TIME_ZONE,
    locale: 'en-US',
  })
  context.setDefaultTimeout(TIMEOUT)
  if (!visit.prefetches) await context.addInitScript(saveData)
  if (!visit.clock) await context.addInitScript(waitLonger)
  await context.addInitScript(recordMessages)
  if (isTranslated(visit.translated)) await context.addInitScript(translatePage)
  return context
}

async function takeWarmContext(browser: Browser): Promise<WarmContext> {
  const idle = idleContexts.get(browser)?.pop()
  if (idle) return idle
  const context = await openContext(browser)
  return { context, keeper: await context.newPage() }
}

/** Makes a context as new for a page of another domain. */
async function returnWarmContext(browser: Browser, { context, keeper }: WarmContext) {
  for (const page of context.pages()) if (page !== keeper) await page.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  idleContexts.set(browser, [...(idleContexts.get(browser) ?? []), { context, keeper }])
}

/**
 * `open` visits an address in a browser context that no other page of the test uses. The test fails on a console error, an
 * exception, a violated policy or a request to another host.
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
    launched ??= launchBrowser()
    const browser = await launched
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
      await waitForScreen(page)
      return page
    }
  })

/** A test whose file has one business and one page of its back office, which `showPage` shows. */
export function withOnePage(visit: Visit, plan?: BusinessOptions) {
  const shared = test
    .extend('business', { scope: 'file' }, ({ businesses }) => businesses.open(plan))
    .extend('visits', { scope: 'file' }, ({ browser }, { onCleanup }) => {
      const visits = openPages(browser)
      onCleanup(visits.close)
      return visits
    })
    .extend('page', { scope: 'file' }, async ({ visits, business }) =>
      visits.open(business.at('/guida'), { ...visit, token: await business.token() }),
    )
  shared.afterEach(({ visits, task }) => visits.check(task))
  return shared
}

/** Opens pages that share no context and records their errors. */
export function openPages(browser: Browser) {
  const pages: Page[] = []
  const problems: string[] = []
  const releases: (() => Promise<void>)[] = []

  async function open(address: string, visit: Visit = {}) {
    const warm = isPlain(address, visit) ? await takeWarmContext(browser) : undefined
    const context = warm?.context ?? (await openContext(browser, visit))
    const report = (problem: string) => {
      if (!visit.allowedErrors?.test(problem)) problems.push(problem)
    }
    const onConsole = (message: ConsoleMessage) => message.type() === 'error' && report(message.text())
    const onError = (failure: WebError) => report(String(failure.error()))
    context.on('console', onConsole)
    context.on('weberror', onError)
    releases.push(async () => {
      context.off('console', onConsole)
      context.off('weberror', onError)
      await (warm ? returnWarmContext(browser, warm) : context.close())
    })
    const page = await context.newPage()
    routeInTime(page)
    pages.push(page)
    page.on('response', (response) => response.url().endsWith('/notifications/stream') && listening.add(page))
    if (visit.width) await page.setViewportSize(windowSize(visit.width))
    if (visit.motion) await page.emulateMedia({ reducedMotion: 'no-preference' })
    if (visit.clock) await page.clock.install()
    if (visit.stored) await page.addInitScript(fillSessionStorage, visit.stored)
    const logIn = visit.token && (await page.addInitScript(storeToken, visit.token))
    await page.goto(address)
    if (visit.javaScript !== false) await waitForHydration(page)
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
    for (const release of releases) await release()
  }

  return { open, check, close }
}

/**
 * Makes `page.route` wait until the page knows the route. Chromium sends a page its first route in a message: a key press
 * can overtake that message, a script cannot.
 */
function routeInTime(page: Page) {
  const route = page.route.bind(page)
  page.route = async (...call) => {
    const disposable = await route(...call)
    await page.evaluate(() => {})
    return disposable
  }
}

/** Runs before each page loads. */
function saveData() {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
}

/** Runs before each page loads. A request gives up after ten seconds, but a slow machine may need more. */
function waitLonger() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds * 12)
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
