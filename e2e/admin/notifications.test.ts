import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectGoodScreen } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import { expectFocused, expectHidden, expectVisible, waitForPath } from '../support/expectations.ts'
import { DESKTOP, PHONE, test } from '../support/test.ts'

const LONG = 'Giulia Verdi ha prenotato Trattamento ricostruttivo per capelli lunghi per sabato 21 novembre alle 10:00.'

/** Inserts 25 notifications of the admin; three are unread, and the newest is long. */
async function notify(business: Business) {
  const user_id = await business.adminId()
  for (let i = 1; i <= 25; i += 1)
    await business.insert('notifications', {
      user_id,
      title: `Titolo ${i}.`,
      message: i === 25 ? LONG : 'Messaggio',
      read: i <= 22,
      deduplication_key: `test:${i}`,
      created_at: '2026-03-05T11:30:00Z',
    })
}

const findPanel = (page: Page) => page.getByRole('dialog', { name: 'Notifiche' })
const findItems = (page: Page) => findPanel(page).getByRole('list', { name: 'Notifiche' }).getByRole('listitem')
const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })

test('a new notification opens its booking; the panel opens over the page, counts unread ones, marks them read and loads older ones', {
  tags: ['2.40', '2.43', '2.46', '2.82', '2.83', '2.84', '2.85', '4.12', '9.24', '13.34', '13.147'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/customer', { allowedErrors: /503/ })
  const panel = findPanel(page)
  const items = findItems(page)
  await bell(page).click()
  await expectVisible(panel.getByText('Non ci sono notifiche disponibili'))

  const { id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })

  await expectVisible(panel.getByText('Non lette (1)'))
  await expectVisible(panel.getByText(`${capitalize(formatDay(business.day(1)))} alle 09:00: Giulia Verdi`))
  await expectGoodScreen(page)
  await panel.getByRole('link', { name: /^Apri la prenotazione/ }).click()
  await expectHidden(panel)
  await waitForPath(page, `/appointments/${id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')

  await notify(business)
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 503, json: { detail: 'Riprova.' } }))
  const failed = page.waitForResponse((response) => response.status() === 503)
  await business.book({ visit_day: business.day(1), visit_hour: '10:00:00' })
  await failed
  await page.unroute('**/api/notifications?*')
  await expect.poll(() => bell(page).textContent()).toContain('4 non lette')
  expect(await page.getByText('Riprova.').count()).toBe(0)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: PHONE, height: 740 })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Apri il menu (4 notifiche non lette)' })
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
  await expectVisible(panel.getByText('Hai 4 notifiche non lette'))
  await expectVisible(panel.getByRole('heading', { name: 'Non lette (4)' }))
  expect(await items.nth(1).textContent()).toMatch(/^05\/03\/2026 - \d\d:\d\d, non lettaTitolo 25\./)
  expect(await panel.getByText(LONG).count()).toBe(0)
  await items.nth(1).getByRole('button', { name: 'Scopri di più' }).click()
  await expectVisible(panel.getByText(LONG))
  await expectVisible(panel.getByText('Hai 3 notifiche non lette'))
  await items.nth(2).getByRole('button').click()
  await expectVisible(panel.getByText('Hai 2 notifiche non lette'))
  for (const i of [2, 6]) await items.nth(i).getByRole('button').click()
  await expectVisible(panel.getByText('Hai 2 notifiche non lette'))

  expect(await items.count()).toBe(20)
  await items.last().scrollIntoViewIfNeeded()
  await expect.poll(() => items.count()).toBe(27)
  expect(await items.nth(25).textContent()).toContain('Titolo 1.')

  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/api/notifications?') && requests.push(request.url()))
  await business.book({ visit_day: business.day(1), visit_hour: '11:00:00' })
  await expect.poll(() => items.count()).toBe(28)
  expect(await items.first().textContent()).toContain('alle 11:00')
  expect(requests.filter((url) => new URL(url).searchParams.has('last_id'))).toEqual([])

  const marked = page.waitForResponse(/read-all/)
  await panel.getByRole('button', { name: 'Segna come già lette' }).click()
  await expectHidden(panel.getByText(/non lett/))
  expect((await marked).ok()).toBe(true)
  await page.keyboard.press('Escape')
  await expectFocused(bell(page))
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')
})
