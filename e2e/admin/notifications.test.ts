import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import { expectFocused, expectHidden, expectVisible, waitForPath, waitUntilLoaded } from '../support/expectations.ts'
import { DESKTOP, PHONE, test } from '../support/test.ts'

const LONG = 'Giulia Verdi ha prenotato Trattamento ricostruttivo per capelli lunghi per sabato 21 novembre alle 10:00.'

/** Inserts a number of notifications of the admin; the newest are unread. */
async function notify(business: Business, count: number, { unread = 0, message = 'Messaggio' } = {}) {
  const user_id = await business.adminId()
  for (let i = 1; i <= count; i += 1)
    await business.insert('notifications', {
      user_id,
      title: `Titolo ${i}.`,
      message,
      read: i <= count - unread,
      deduplication_key: `test:${i}`,
      created_at: '2026-03-05T11:30:00Z',
    })
}

const findPanel = (page: Page) => page.getByRole('dialog', { name: 'Notifiche' })
const findItems = (page: Page) => findPanel(page).getByRole('list', { name: 'Notifiche' }).getByRole('listitem')
const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })

test('the notification panel opens over the page and closes again; unread ones are counted and marked one by one, then all at once', {
  tags: ['2.40', '2.43', '2.46', '2.82', '2.83', '2.84', '4.12', '9.24'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await notify(business, 5, { unread: 3 })
  const page = await openAdmin(business, '/service')
  const panel = findPanel(page)
  const items = findItems(page)
  await expect.poll(() => bell(page).textContent()).toContain('3 non lette')

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: PHONE, height: 740 })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Apri il menu (3 notifiche non lette)' })
  await opener.click()
  await expectVisible(menu)
  await menu.getByRole('button', { name: /^Notifiche/ }).click()
  await expectHidden(menu)
  await expectVisible(panel)
  expect((await panel.boundingBox())!.width).toBeCloseTo(PHONE, 1)
  await panel.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expectHidden(panel)
  await expectFocused(opener)

  await page.setViewportSize({ width: DESKTOP, height: 800 })
  await bell(page).click()
  await expectVisible(panel)
  expect((await panel.boundingBox())!.width).toBeCloseTo(600, 1)
  await page.mouse.click(100, 400)
  await expectHidden(panel)
  await expectFocused(bell(page))
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await bell(page).click()
  await expectVisible(panel.getByText('Hai 3 notifiche non lette'))
  await expectVisible(panel.getByRole('heading', { name: 'Non lette (3)' }))
  expect(await items.first().textContent()).toMatch(/^05\/03\/2026 - \d\d:\d\d, non lettaTitolo 5\.Messaggio$/)

  await items.first().getByRole('button').click()
  await expectVisible(panel.getByText('Hai 2 notifiche non lette'))
  await items.first().getByRole('button').click()
  await items.last().getByRole('button').click()
  await expectVisible(panel.getByText('Hai 2 notifiche non lette'))

  const marked = page.waitForResponse(/read-all/)
  await panel.getByRole('button', { name: 'Segna come già lette' }).click()
  await expectHidden(panel.getByText(/non lett/))
  await marked
  await page.keyboard.press('Escape')
  await expectFocused(bell(page))
  await page.reload()
  await waitUntilLoaded(page)
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')
})

test('a long notification expands on demand, older ones load on scroll, and new ones are read without them', {
  tags: ['2.84', '2.85', '13.34'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await notify(business, 45, { unread: 1, message: LONG })
  const page = await openAdmin(business, '/service')
  await bell(page).click()
  const panel = findPanel(page)
  await expectVisible(panel.getByText('Non lette (1)'))
  expect(await panel.getByText(LONG).count()).toBe(0)
  await panel.getByRole('button', { name: 'Scopri di più' }).first().click()
  await expectVisible(panel.getByText(LONG))
  await expectHidden(panel.getByText('Non lette (1)'))

  const items = findItems(page)
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(20)
  expect(await items.first().textContent()).toContain('Titolo 45.')

  await items.last().scrollIntoViewIfNeeded()
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(40)
  await items.last().scrollIntoViewIfNeeded()
  await expect.poll(() => items.count()).toBe(45)
  expect(await items.last().textContent()).toContain('Titolo 1.')

  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/api/notifications?') && requests.push(request.url()))
  await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })
  await expect.poll(() => items.first().textContent()).toContain('Nuova prenotazione')
  expect(await items.count()).toBe(46)
  expect(requests.filter((url) => new URL(url).searchParams.has('last_id'))).toEqual([])
})

test('an empty list has a message; a new notification opens its booking, and a failed read of new ones is repeated', {
  tags: ['2.85', '13.34', '13.147'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/customer', { allowedErrors: /503/ })
  await bell(page).click()
  const panel = findPanel(page)
  await expectVisible(panel.getByText('Non ci sono notifiche disponibili'))

  const { id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })

  await expectVisible(panel.getByText('Non lette (1)'))
  await expectVisible(panel.getByText(`${capitalize(formatDay(business.day(1)))} alle 09:00: Giulia Verdi`))
  await expectAccessible(page)
  await panel.getByRole('link', { name: /^Apri la prenotazione/ }).click()
  await expectHidden(panel)
  await waitForPath(page, `/appointments/${id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')

  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 503, json: { detail: 'Riprova.' } }))
  const failed = page.waitForResponse((response) => response.status() === 503)
  await business.book({ visit_day: business.day(1), visit_hour: '10:00:00' })
  await failed
  await page.unroute('**/api/notifications?*')
  await expect.poll(() => bell(page).textContent()).toContain('1 non lette')
  expect(await page.getByText('Riprova.').count()).toBe(0)
})
