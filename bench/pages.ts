import { gzipSync } from 'node:zlib'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { kB, type Row } from '@prenoto/test-support/formats/table.ts'
import { launchBrowser } from '@prenoto/test-support/processes/browser.ts'
import type { Browser, Page } from 'playwright-core'
import { DEMO_PASSWORD } from '../server/src/features/accounts/users/demo-password.ts'
import { type SectionResources, startServer, temporaryFolder } from './system.ts'

const LOADS = 5

/** An emulated slow phone: 4 × slower processor, 1.6 Mbit/s, 150 ms. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const SLOWDOWN = 4

/** Milliseconds after the load event during which paints and layout shifts count. */
const SETTLING = 900

const OBSERVE = `
  window.measured = { paint: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.measured.paint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Measures the JavaScript of each page of the demo, and the paint of public pages on an emulated slow phone. */
export async function benchPages(parts: SectionResources): Promise<Row[]> {
  const server = await startServer(parts, { DATA_DIR: await temporaryFolder(parts) })
  const browser = parts.adopt(await launchBrowser(), (launched) => launched.close())
  const origin = `http://localhost:${server.port()}`

  const { body } = await server.call({ host: 'localhost', path: '/client/services' })
  const booking = `/client_service/${JSON.parse(body).services[0].id}/booking`
  const payload = { email: 'admin@demo.it', password: DEMO_PASSWORD }
  const logIn = await server.call({ host: 'localhost', method: 'POST', path: '/login', payload })
  const token: string = JSON.parse(logIn.body).access_token

  const rows: Row[] = []
  for (const path of ['/', '/client_service', booking, '/thank_you', '/login', '/dashboard']) {
    const weight = await weigh(browser, origin + path, path === '/dashboard' ? token : undefined)
    const budget = { [booking]: 110, '/dashboard': 200 }[path] ?? 100
    rows.push({
      figure: `JavaScript on first load of ${path}, gzip`,
      data: 'the demo',
      measured: kB(weight),
      budget: `≤ ${budget} kB`,
      passed: weight <= budget * 1000,
    })
  }
  for (const path of ['/', '/client_service', booking]) {
    const loads: { paint: number; shift: number }[] = []
    for (let i = 0; i < LOADS; i++) loads.push(await loadSlowly(browser, origin + path))
    const [paint, shift] = [median(loads.map(({ paint }) => paint)), Math.max(...loads.map(({ shift }) => shift))]
    rows.push({
      figure: `largest contentful paint of ${path} on an emulated slow phone`,
      data: `the demo, ${LOADS} loads`,
      measured: `${(paint / 1000).toFixed(2)} s, layout shift ${shift.toFixed(3)}`,
      budget: '≤ 1.2 s, shift ≤ 0.02',
      passed: paint <= 1200 && shift <= 0.02,
    })
  }
  return rows
}

/** The scripts that a page loads until its heading shows, bytes of gzip. */
async function weigh(browser: Browser, url: string, token?: string): Promise<number> {
  const page = await browser.newPage()
  if (token) await page.addInitScript(`localStorage.setItem('access_token', '${token}')`)
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('main h1').first().waitFor()
  const requested = [...scripts]
  await page.close()
  const texts = await Promise.all(requested.map(async (script) => (await fetch(script)).text()))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}

async function loadSlowly(browser: Browser, url: string) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page: Page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(OBSERVE)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLING)
  const measured = await page.evaluate<{ paint: number; shift: number }>('window.measured')
  await context.close()
  return measured
}
