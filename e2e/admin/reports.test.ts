import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { expectFitsWidth, expectHidden, expectInView, expectVisible, waitForPath } from '../support/expectations.ts'
import { showPage } from '../support/menu.ts'
import { test } from '../support/test.ts'

/** The texts of a table row: its header, then its cells. */
const readRow = async (page: Page, table: string, name: string) => {
  const row = page.getByRole('region', { name: table }).getByRole('row').filter({ hasText: name })
  expect(await row.getByRole('rowheader').allTextContents()).toEqual([name])
  return row.getByRole('cell').allTextContents()
}

test('an admin reads the report of a period in sentences and tables, and exports it', {
  tags: ['13.122', '13.125'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.insertBooking({ visit_day: business.day(-15), visit_hour: '10:00' })
  await business.insertBooking({ visit_day: business.day(-3), visit_hour: '10:00', service_price: '40.50' })
  await business.insertBooking({
    visit_day: business.day(-3),
    visit_hour: '11:00',
    attendance: 'no_show',
    surname: '=1+1',
  })
  await business.insertBooking({ visit_day: business.day(-2), visit_hour: '11:00', deleted_at: new Date() })
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /500/ })
  await page.getByRole('link', { name: 'Statistiche' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Statistiche' }))
  await page.getByRole('button', { name: 'Anno' }).click()
  await page.waitForURL(/\?da=\d{4}-01-01&a=\d{4}-12-31$/)
  await expectVisible(page.getByRole('button', { name: 'Anno', pressed: true }))
  await expectVisible(page.getByText('Mese per mese'))

  await showPage(page, `/reports?da=${business.day(-10)}&a=${business.day(-1)}`)

  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').allTextContents()
  expect(await figure('Valore delle visite')).toEqual(['40,50\u00a0€', '15,50\u00a0€ in più (25,00\u00a0€)'])
  expect(await figure('Prenotazioni')).toEqual(['2', '1 in più (1)'])
  expect(await figure('Non presentati')).toEqual(['1', '1 in più (0)'])
  expect((await figure('Nuovi clienti'))[0]).toBe('1')
  expect(await readRow(page, 'Per servizio', 'Taglio')).toEqual(['40,50\u00a0€', '2', '1', '1', '1', '1'])
  const [revenue, bookings, hours] = await readRow(page, 'Per calendario', 'Sala')
  await expectHidden(page.getByText('Da dove arrivano'))
  expect([revenue, bookings, hours]).toEqual(['40,50\u00a0€', '2', expect.stringMatching(/^\d %2 h su \d+(,\d)? h$/)])
  await expectAccessible(page)

  await expectInView(page.getByRole('button', { name: 'Tutti i clienti' }))
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Prenotazioni del periodo' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`salone-aurora-prenotazioni-${business.day(-10)}-${business.day(-1)}.csv`)
  const lines = (await text(await file.createReadStream())).trimEnd().split('\r\n')
  expect(lines.length).toBe(3)
  expect(lines[2]).toContain(`;"'=1+1";`)

  await page.setViewportSize({ width: 320, height: 740 })
  await expectFitsWidth(page)
  await page.route('**/api/reports?**', (route) => route.fulfill({ status: 500, body: '{"detail":"Non va."}' }))
  await page.getByRole('button', { name: 'Periodo successivo' }).click()
  await expectVisible(page.getByRole('alert').getByText('Non va.'))
  await page.unroute('**/api/reports?**')
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expectHidden(page.getByText('Non va.'))
  await waitForPath(page, '/reports')
})
