import { expect } from 'vitest'
import { demo, test } from '../support/test.ts'

const LIMIT = 100 * 1000

/** Words that only the back office says. */
const BACK_OFFICE = /Elenco utenti|Giorni di chiusura|Segna come già lette|Nuova prenotazione|days_off/

test('a public page loads at most 100 kB of JavaScript, none of it of the back office', async ({ open, site }) => {
  const page = await open(demo('/'), { tolerates: /404/ })
  const first = await page.getByRole('link', { name: 'Prenota ora' }).first().getAttribute('href')

  for (const path of [
    '/',
    '/client_service',
    first!,
    '/thank_you',
    '/nonsense',
    '/login',
    '/set_password',
    '/forgot_password',
  ]) {
    const scripts = new Set<string>()
    const note = (request: { url(): string; resourceType(): string }) =>
      request.resourceType() === 'script' && scripts.add(request.url())
    page.on('request', note)
    await page.goto(demo(path), { waitUntil: 'networkidle' })
    page.off('request', note)

    let weight = 0
    for (const address of scripts) {
      const { pathname } = new URL(address)
      const response = await fetch(`http://127.0.0.1:${site.port}${pathname}`, {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      weight += Number(response.headers.get('content-length'))
      expect(await response.text()).not.toMatch(BACK_OFFICE)
    }
    expect(weight, path).toBeGreaterThan(1000)
    expect(weight, path).toBeLessThanOrEqual(LIMIT)
  }
})
