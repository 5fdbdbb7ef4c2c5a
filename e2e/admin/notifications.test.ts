import { capitalized, formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, focused, gone, loaded, seen } from '../support/look.ts'
import type { Shop } from '../support/shop.ts'
import { test, WIDTHS } from '../support/test.ts'

const LONG = 'Giulia Verdi ha prenotato Trattamento ricostruttivo per capelli lunghi per sabato 21 novembre alle 10:00.'

/** Tells the shop's admin so many things, of which the newest are unread. */
async function notify(shop: Shop, count: number, { unread = 0, message = 'Messaggio' } = {}) {
  const user_id = await shop.adminId()
  for (let i = 1; i <= count; i += 1)
    await shop.insert('notifications', {
      user_id,
      title: `Titolo ${i}.`,
      message,
      read: i <= count - unread,
      deduplication_key: `test:${i}`,
      created_at: '2026-03-05T11:30:00Z',
    })
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifiche' })
const itemsOf = (page: Page) => panelOf(page).getByRole('list', { name: 'Notifiche' }).getByRole('listitem')
const bell = (page: Page) => page.getByRole('complementary').getByRole('button', { name: /^Notifiche/ })

test('unread ones are counted, marked one by one, and then all at once', {
  tags: ['2.46', '2.83', '2.84', '4.12'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  await notify(shop, 5, { unread: 3 })
  const page = await enter(shop, '/service')
  const panel = panelOf(page)
  const items = itemsOf(page)
  await expect.poll(() => bell(page).textContent()).toContain('3 non lette')

  await bell(page).click()
  await seen(panel.getByText('Hai 3 notifiche non lette'))
  await seen(panel.getByRole('heading', { name: 'Non lette (3)' }))
  expect(await items.first().textContent()).toMatch(/^05\/03\/2026 - \d\d:\d\d, non lettaTitolo 5\.Messaggio$/)

  await items.first().getByRole('button').click()
  await seen(panel.getByText('Hai 2 notifiche non lette'))
  await items.first().getByRole('button').click()
  await items.last().getByRole('button').click()
  await seen(panel.getByText('Hai 2 notifiche non lette'))

  const marked = page.waitForResponse(/read-all/)
  await panel.getByRole('button', { name: 'Segna come già lette' }).click()
  await gone(panel.getByText(/non lett/))
  await marked
  await page.keyboard.press('Escape')
  await focused(bell(page))
  await page.reload()
  await loaded(page)
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')
})

test('a long message shows whole when asked to', { tags: ['2.84'] }, async ({ enter, newShop }) => {
  const shop = await newShop()
  await notify(shop, 1, { unread: 1, message: LONG })
  const page = await enter(shop, '/service')
  await bell(page).click()
  const panel = panelOf(page)
  await seen(panel.getByText('Non lette (1)'))
  expect(await panel.getByText(LONG).count()).toBe(0)

  await panel.getByRole('button', { name: 'Scopri di più' }).click()

  await seen(panel.getByText(LONG))
  await gone(panel.getByText('Non lette (1)'))
})

test('older ones load as one scrolls, and what is new is read without them', { tags: ['2.85', '13.34'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  await notify(shop, 45)
  const page = await enter(shop, '/service')
  await bell(page).click()
  const items = itemsOf(page)
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(20)
  expect(await items.first().textContent()).toContain('Titolo 45.')

  await items.last().scrollIntoViewIfNeeded()
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(40)
  await items.last().scrollIntoViewIfNeeded()
  await expect.poll(() => items.count()).toBe(45)
  expect(await items.last().textContent()).toContain('Titolo 1.')

  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/notifications?') && asked.push(request.url()))
  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })
  await expect.poll(() => items.first().textContent()).toContain('Nuova prenotazione')
  expect(await items.count()).toBe(46)
  expect(asked.filter((url) => new URL(url).searchParams.has('last_id'))).toEqual([])
})

test('what is new is read again when that fails, and nobody is told', { tags: ['13.147'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  const page = await enter(shop, '/service', { tolerates: /503/ })
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 503, json: { detail: 'Riprova.' } }))
  const failed = page.waitForResponse((response) => response.status() === 503)

  await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })
  await failed
  await page.unroute('**/api/notifications?*')

  await expect.poll(() => bell(page).textContent()).toContain('1 non lette')
  expect(await page.getByText('Riprova.').count()).toBe(0)
})

test('without any it says so; one that arrives shows by itself, begins with day and hour and opens its booking', {
  tags: ['2.85', '13.34'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/customer')
  await bell(page).click()
  const panel = panelOf(page)
  await seen(panel.getByText('Non ci sono notifiche disponibili'))

  const { id } = await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })

  await seen(panel.getByText('Non lette (1)'))
  await seen(panel.getByText(`${capitalized(formatDay(shop.day(1)))} alle 09:00: Giulia Verdi`))
  await expectAccessible(page)
  await panel.getByRole('link', { name: /^Apri la prenotazione/ }).click()
  await gone(panel)
  await arrivedAt(page, `/appointments/${id}`)
  await seen(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
  await expect.poll(() => bell(page).textContent()).toBe('Notifiche')
})

test.for(WIDTHS)(
  'the panel opens over the page and closes again, %i px wide',
  { tags: ['2.40', '2.43', '2.82', '9.24'] },
  async (width, { enter, newShop }) => {
    const page = await enter(await newShop(), '/service', { width, motion: true })
    const panel = panelOf(page)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const opener = page.getByRole('button', { name: 'Apri il menu' })

    if (width === 360) {
      await opener.click()
      await seen(menu)
      await menu.getByRole('button', { name: /^Notifiche/ }).click()
      await gone(menu)
    } else await bell(page).click()

    await seen(panel)
    expect((await panel.boundingBox())!.width).toBeCloseTo(Math.min(width, 600), 1)
    if (width === 360) await panel.getByRole('button', { name: 'Chiudi', exact: true }).click()
    else await page.mouse.click(100, 400)
    await gone(panel)
    await focused(width === 360 ? opener : bell(page))
  },
)
