import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { expect } from 'vitest'
import { demo, test } from '../support/test.ts'

/** The budget of a page for JavaScript, kB of gzip. */
const PAGE = 100
const BOOKING_PAGE = 110

/** Texts that only the back office contains. */
const BACK_OFFICE = /Elenco utenti|Giorni di chiusura|Segna come già lette|Nuova prenotazione|days_off/

test('a public page preloads its JavaScript, within its budget and without back-office code', {
  tags: ['4.37'],
}, async ({ newBusiness, open, site }) => {
  const business = await newBusiness()
  const { hidden_id } = await business.book({ visit_day: business.day(2), visit_hour: '09:00' })
  const reschedulePage = business.at(`/bookings/${hidden_id}?giorno=${business.day(2)}`)
  const offer = await business.offerSlot(business.day(1))
  const page = await open('about:blank', { allowedErrors: /404/ })
  const weights = new Map<string, number>()

  async function weigh(path: string) {
    const cachedWeight = weights.get(path)
    if (cachedWeight !== undefined) return cachedWeight
    const response = await fetch(`http://127.0.0.1:${site.port}${path}`)
    const script = await response.text()
    expect(script).not.toMatch(BACK_OFFICE)
    const weight = gzipSync(script, { level: 9 }).length
    weights.set(path, weight)
    return weight
  }

  async function expectBudget(address: string, scripts: string[], budget: number) {
    let weight = 0
    for (const path of scripts) weight += await weigh(path)
    expect(weight, address).toBeGreaterThan(1000)
    expect(weight, address).toBeLessThanOrEqual(1000 * budget)
  }

  const openedPages: [address: string, budget: number, others: string[]][] = [
    [
      demo('/'),
      PAGE,
      ['/client_service', '/thank_you', '/nonsense', '/my_bookings', '/set_password', '/forgot_password'],
    ],
    [demo('/login'), PAGE, []],
    [business.bookingPage(), BOOKING_PAGE, []],
    [reschedulePage, BOOKING_PAGE, [`/bookings/${hidden_id}`, `/bookings/delete/${hidden_id}`, offer]],
    [demo('/', 'apri.localhost'), PAGE, []],
  ]
  for (const [address, budget, others] of openedPages) {
    const requested = new Set<string>()
    const note = (request: Request) =>
      request.resourceType() === 'script' && requested.add(new URL(request.url()).pathname)
    page.on('request', note)
    await page.goto(address, { waitUntil: 'networkidle' })
    page.off('request', note)
    const named = await page.evaluate(listScripts, undefined)
    expect([...requested].sort(), address).toEqual(named.sort())
    await expectBudget(address, named, budget)
    for (const other of others) await expectBudget(other, await page.evaluate(listScripts, other), PAGE)
  }
})

/** Runs in the page. The scripts that this page, or another one of its domain, names. */
async function listScripts(address?: string) {
  const html = address && (await (await fetch(address)).text())
  const page = html ? new DOMParser().parseFromString(html, 'text/html') : document
  return [...page.querySelectorAll('script[src]')].map(
    (script) => new URL(script.getAttribute('src')!, location.href).pathname,
  )
}
