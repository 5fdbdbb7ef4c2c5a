import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@prenoto/core/contract/role.ts'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { test as base, expect, inject, type RunnerTestCase } from 'vitest'
import { alive, loaded, seen, settled } from './look.ts'
import { openShops, type Shop } from './shop.ts'

export const PHONE = 360
export const DESK = 1280

/** For what looks otherwise on each; what people do there is walked through on one of them. */
export const WIDTHS = [PHONE, DESK] as const

export type Visit = {
  width?: number
  javaScript?: boolean
  /** Otherwise people prefer reduced motion here, which spares the waiting. */
  motion?: boolean
  /** Otherwise people save data here, so that a page of the back office fetches no code but its own. */
  fetchesAhead?: boolean
  /** Errors that belong to what is tested; every other one fails the test. */
  tolerates?: RegExp
  /** Lets the test turn the page's clock: `page.clock`. */
  clock?: boolean
  /** The access token of whoever is logged in. */
  token?: string
  /** What the tab has kept of what was done in it before. */
  kept?: Record<string, string>
}

/** Where browsers are: so far from every shop that a page which asked them for the day would be caught. */
const FAR_AWAY = 'Pacific/Kiritimati'

const FAILURES = join(import.meta.dirname, '../../node_modules/.cache/prenoto/failures')

/** Milliseconds: enough on a machine several times slower than ours. */
const PATIENCE = 30_000

const site = inject('site')

const listening = new WeakSet<Page>()

/** Waits until the event stream of a page is open. */
export const listens = (page: Page) => expect.poll(() => listening.has(page)).toBe(true)

/** The demo's finished business. */
export const demo = (path: string, host = 'localhost') => `http://${host}:${site.port}${path}`

const contextOptions = ({ width = 1280, javaScript = true, motion = false }: Visit): BrowserContextOptions => ({
  viewport: { width, height: width < 800 ? 740 : 800 },
  javaScriptEnabled: javaScript,
  reducedMotion: motion ? 'no-preference' : 'reduce',
  timezoneId: FAR_AWAY,
  locale: 'en-US',
})

/**
 * `open` visits an address in a browser of its own. The test fails on any error in a console, an exception,
 * a violated policy, or a request to anybody but the site.
 */
export const test = base
  .extend('site', { scope: 'file' }, site)
  .extend('shops', { scope: 'file' }, ({ site }, { onCleanup }) => {
    const shops = openShops(site)
    onCleanup(shops.close)
    return shops
  })
  .extend('browser', { scope: 'file' }, async ({ site }, { onCleanup }) => {
    const browser = await chromium.connect(site.browser)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('newShop', ({ shops }) => shops.open)
  .extend('open', async ({ browser, task }, { onCleanup }) => {
    const visits = openVisits(browser)
    onCleanup(async () => {
      await visits.judge(task).finally(visits.close)
    })
    return visits.open
  })
  .extend('enter', ({ open }) => {
    /** Visits a page of the back office as somebody of a role who is logged in. */
    return async (shop: Shop, path: string, { role, ...visit }: Visit & { role?: Role } = {}) => {
      const page = await open(shop.at(path), { ...visit, token: await shop.token(role) })
      await seen(page.getByRole('heading', { level: 1 }))
      await loaded(page)
      return page
    }
  })

/** Visits in browsers of their own, and what the browsers complained about meanwhile. */
export function openVisits(browser: Browser) {
  const pages: Page[] = []
  const problems: string[] = []

  async function open(address: string, visit: Visit = {}) {
    const context = await browser.newContext(contextOptions(visit))
    context.setDefaultTimeout(PATIENCE)
    if (!visit.fetchesAhead) await context.addInitScript(saveData)
    const complain = (problem: string) => {
      if (!visit.tolerates?.test(problem)) problems.push(problem)
    }
    context.on('console', (message) => message.type() === 'error' && complain(message.text()))
    context.on('weberror', (failure) => complain(String(failure.error())))
    // Some tests have a server of their own; those who begin on an empty page go on to the site.
    const ports = [String(site.port), new URL(address).port]
    context.on('request', (request) => {
      const url = new URL(request.url())
      const isOurs = url.hostname.endsWith('localhost') && ports.includes(url.port)
      if (!isOurs && !/^(data|blob):$/.test(url.protocol)) complain(`a request to ${url.host}`)
    })
    const page = await context.newPage()
    pages.push(page)
    page.on('response', (response) => response.url().endsWith('/notifications/stream') && listening.add(page))
    if (visit.clock) await page.clock.install()
    if (visit.kept) await page.addInitScript(keepOnce, visit.kept)
    const logIn = visit.token && (await page.addInitScript(keepToken, visit.token))
    await page.goto(address)
    if (visit.javaScript !== false) await alive(page.locator('html'))
    if (logIn) await logIn.dispose()
    return page
  }

  /** Fails the test when a browser complained since the last time, and keeps pictures of what failed. */
  async function judge({ name, result }: Readonly<RunnerTestCase>) {
    const hasFailed = result?.state === 'fail'
    if (!hasFailed) for (const page of pages) await settled(page)
    const complaints = problems.splice(0)
    if (hasFailed || complaints.length > 0) await keepPictures(pages, name)
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`)
  }

  async function close() {
    for (const page of pages) await page.context().close()
  }

  return { open, judge, close }
}

/** Runs before each page, as the next one does. */
function saveData() {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
}

/** Runs before the first page; to have the browser begin with it costs another page. */
function keepToken(token: string) {
  localStorage.setItem('access_token', token)
}

/** Runs before each page of a tab. */
function keepOnce(kept: Record<string, string>) {
  if (sessionStorage.length > 0) return
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
}

async function keepPictures(pages: Page[], name: string) {
  await mkdir(FAILURES, { recursive: true })
  for (const [i, page] of pages.entries())
    await page.screenshot({ path: join(FAILURES, `${name.replace(/\W+/g, '-')}-${i}.png`) }).catch(() => {})
}
