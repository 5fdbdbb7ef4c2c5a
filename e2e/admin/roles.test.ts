import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectGoodScreen } from '../support/axe.ts'
import { expectVisible } from '../support/expectations.ts'
import { openScreen, showPage } from '../support/menu.ts'
import { test as base } from '../support/test.ts'

const test = base.extend('business', async ({ newBusiness }) => {
  const business = await newBusiness()
  await business.newDayOff({ day_from: business.day(3), hour_from: '09:00', day_to: business.day(3), hour_to: '12:00' })
  return business
})

/** Expects the pages of a role other than the admin, beginning on the dashboard. */
async function expectPages(page: Page, name: string, mayChange: boolean) {
  await expectVisible(page.getByRole('complementary').getByText(name))
  await expectVisible(page.getByRole('button', { name: 'Nuova prenotazione' }))
  await expectVisible(page.getByRole('link', { name: 'Visualizza tutti →' }).first())
  expect(await page.getByRole('link', { name: 'Visualizza tutti →' }).count()).toBe(3)
  expect(await page.getByRole('link', { name: 'Statistiche' }).count()).toBe(0)
  // A card without a link is as high as the others.
  const counts = ['Servizi', 'Utenti'].map((card) =>
    page.getByRole('heading', { name: card }).locator('..').getByText(/^\d+$/),
  )
  const [services, users] = await Promise.all(counts.map((count) => count.boundingBox()))
  expect(users!.y).toBe(services!.y)

  for (const [link, item, create] of [
    ['Servizi', 'Taglio', 'Nuovo servizio'],
    ['Calendari', 'Sala', 'Nuovo calendario'],
    ['Giorni di chiusura', 'Ferie', 'Nuova chiusura'],
  ] as const) {
    await openScreen(page, link)
    const row = page.getByRole('row').filter({ hasText: item })
    expect(await row.getByRole('button').count()).toBe(mayChange ? 1 : 0)
    expect(await page.getByRole('button', { name: create }).count()).toBe(mayChange ? 1 : 0)
    if (mayChange) continue
    await row.click()
    expect(await page.getByRole('dialog').count()).toBe(0)
  }

  await openScreen(page, 'Impostazioni')
  await expectVisible(page.getByRole('heading', { name: 'Modifica password' }))
  expect(await page.getByRole('link', { name: 'Sito', exact: true }).count()).toBe(0)
}

test('an editor can open only the pages of the role', {
  tags: ['2.40', '2.45', '2.95', '6.3', '6.8'],
}, async ({ openAdmin, business }) => {
  const page = await openAdmin(business, '/dashboard', { role: 'editor' })
  await expectPages(page, 'Editor', true)

  await page.goto(business.at('/user'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Pagina non disponibile' }))
  expect(new URL(page.url()).pathname).toBe('/user')
  await expectGoodScreen(page)
})

test('an operator can open only the pages of the role, and reschedules and deletes a booking', {
  tags: ['2.40', '2.45', '2.65', '2.95', '6.3', '6.8'],
}, async ({ openAdmin, business }) => {
  const id = await business.insertBooking({ visit_day: business.day(1), visit_hour: '10:00' })
  // The event may arrive before the page is left, which then reads the deleted booking once more.
  const page = await openAdmin(business, '/dashboard', { role: 'operator', allowedErrors: /404/ })
  await expectPages(page, 'Operatore', false)

  await showPage(page, `/appointments/${id}`)
  await page.getByRole('button', { name: 'Modifica' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('11:00').click()
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectVisible(page.getByText(/\d{4} alle 11:00/))

  await page.getByRole('button', { name: 'Elimina' }).click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  expect(await business.bookings()).toEqual([])
})
