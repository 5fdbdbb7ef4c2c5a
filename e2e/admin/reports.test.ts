import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, fitsWidth, gone, loaded, seen } from '../support/look.ts'
import { test } from '../support/test.ts'

/** A row of the table of this name, as it is read out: its head, then what the columns say of it. */
const rowOf = async (page: Page, table: string, name: string) => {
  const row = page.getByRole('region', { name: table }).getByRole('row').filter({ hasText: name })
  expect(await row.getByRole('rowheader').allTextContents()).toEqual([name])
  return row.getByRole('cell').allTextContents()
}

test('an admin finds what a period added up to, in words and tables, and takes it along', {
  tags: ['13.122', '13.125'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insertBooking({ visit_day: shop.day(-15), visit_hour: '10:00' })
  await shop.insertBooking({ visit_day: shop.day(-3), visit_hour: '10:00', service_price: '40.50' })
  await shop.insertBooking({ visit_day: shop.day(-3), visit_hour: '11:00', attendance: 'no_show', surname: '=1+1' })
  await shop.insertBooking({ visit_day: shop.day(-2), visit_hour: '11:00', deleted_at: new Date() })
  const page = await enter(shop, '/dashboard', { tolerates: /500/ })
  await page.getByRole('link', { name: 'Numeri' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Numeri' }))
  await page.getByRole('button', { name: 'Anno' }).click()
  await page.waitForURL(/\?da=\d{4}-01-01&a=\d{4}-12-31$/)
  await seen(page.getByRole('button', { name: 'Anno', pressed: true }))
  await seen(page.getByText('Mese per mese'))

  await page.goto(shop.at(`/reports?da=${shop.day(-10)}&a=${shop.day(-1)}`))
  await loaded(page)

  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').allTextContents()
  expect(await figure('Valore delle visite')).toEqual(['40,50\u00a0€', '15,50\u00a0€ in più (25,00\u00a0€)'])
  expect(await figure('Prenotazioni')).toEqual(['2', '1 in più (1)'])
  expect(await figure('Non presentati')).toEqual(['1', '1 in più (0)'])
  expect((await figure('Nuovi clienti'))[0]).toBe('1')
  expect(await rowOf(page, 'Per servizio', 'Taglio')).toEqual(['40,50\u00a0€', '2', '1', '1', '1', '1'])
  const [revenue, bookings, hours] = await rowOf(page, 'Per calendario', 'Sala')
  expect([revenue, bookings, hours]).toEqual(['40,50\u00a0€', '2', expect.stringMatching(/^\d %2 h su \d+(,\d)? h$/)])
  await expectAccessible(page)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Prenotazioni del periodo' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`salone-aurora-prenotazioni-${shop.day(-10)}-${shop.day(-1)}.csv`)
  const lines = (await text(await file.createReadStream())).trimEnd().split('\r\n')
  expect(lines.length).toBe(3)
  expect(lines[2]).toContain(`;"'=1+1";`)

  await page.setViewportSize({ width: 320, height: 740 })
  await fitsWidth(page)
  await page.route('**/api/reports?**', (route) => route.fulfill({ status: 500, body: '{"detail":"Non va."}' }))
  await page.getByRole('button', { name: 'Periodo successivo' }).click()
  await seen(page.getByRole('alert').getByText('Non va.'))
  await expectAccessible(page)
  await page.unroute('**/api/reports?**')
  await page.getByRole('button', { name: 'Riprova' }).click()
  await gone(page.getByText('Non va.'))
  await arrivedAt(page, '/reports')
})
