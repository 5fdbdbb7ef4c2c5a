import { gzipSync } from 'node:zlib'
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
  const page = await open(demo('/'), { allowedErrors: /404/ })
  const first = await page.getByRole('link', { name: 'Prenota ora' }).first().getAttribute('href')

  for (const path of [
    '/',
    '/client_service',
    first!,
    '/thank_you',
    '/nonsense',
    '/my_bookings',
    '/login',
    '/set_password',
    '/forgot_password',
    business.at(`/bookings/${hidden_id}`),
    business.at(`/bookings/delete/${hidden_id}`),
    reschedulePage,
    offer,
    demo('/', 'apri.localhost'),
  ]) {
    const scripts = new Set<string>()
    const note = (request: { url(): string; resourceType(): string }) =>
      request.resourceType() === 'script' && scripts.add(request.url())
    page.on('request', note)
    await page.goto(path.startsWith('/') ? demo(path) : path, { waitUntil: 'networkidle' })
    page.off('request', note)

    const named = await page
      .locator('script[src]')
      .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src))
    expect([...scripts].sort(), path).toEqual(named.sort())
    let weight = 0
    for (const address of scripts) {
      const response = await fetch(`http://127.0.0.1:${site.port}${new URL(address).pathname}`)
      const script = await response.text()
      weight += gzipSync(script, { level: 9 }).length
      expect(script).not.toMatch(BACK_OFFICE)
    }
    expect(weight, path).toBeGreaterThan(1000)
    expect(weight, path).toBeLessThanOrEqual(1000 * (path === first || path === reschedulePage ? BOOKING_PAGE : PAGE))
  }
})
