import { formatDate, formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { gone, seen } from '../support/look.ts'
import { test, WIDTHS } from '../support/test.ts'

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'

const dayButton = (page: Page, day: PlainDate) => page.getByRole('button', { name: formatDate(day) })
const arrow = (page: Page, name: string) => page.getByRole('button', { name })

/** The dates of the strip, in order, as a screen reader says them. */
const daysShown = async (page: Page) => {
  const names = await page.getByRole('button', { name: /slot disponibil/ }).allInnerTexts()
  return names.map((name) => name.split(',')[0])
}

const dates = (days: PlainDate[]) => days.map(formatDate)

test.for(WIDTHS)('slots stand in their part of the day, %i px wide', async (width, { open, newShop }) => {
  const shop = await newShop({ services: [{ name: 'Taglio e piega', description: 'Con prodotti naturali.' }] })
  const page = await open(shop.bookingPage(), { width })

  await seen(page.getByRole('heading', { name: 'Taglio e piega' }))
  await seen(page.getByText('Con prodotti naturali.'))
  await seen(page.getByRole('heading', { name: `Calendario ${formatMonth(shop.today)}` }))
  const parts = page.getByRole('region')
  const groups = Object.fromEntries(
    await Promise.all(
      ['Mattina', 'Pranzo', 'Pomeriggio', 'Sera'].map(async (name) => [
        name,
        await parts.and(page.getByRole('region', { name })).getByRole('button').allInnerTexts(),
      ]),
    ),
  )
  expect(groups).toEqual({
    Mattina: ['09:00', '10:00', '11:00'],
    Pranzo: ['12:00'],
    Pomeriggio: ['14:00', '15:00', '16:00'],
    Sera: ['17:00', '18:00'],
  })
})

test('a part of the day without a slot does not show', async ({ open, newShop }) => {
  const shop = await newShop({ services: [{ duration: 240 }] })
  const page = await open(shop.bookingPage())

  expect(await page.getByRole('region').getByRole('button').allInnerTexts()).toEqual(['09:00', '14:00'])
  expect(await page.getByRole('region', { name: /Pranzo|Sera/ }).count()).toBe(0)
})

test('the strip shows five days in a row, and its arrows move it by one day', async ({ open, newShop }) => {
  const shop = await newShop({ configuration: { app_booking_max_months: 1 } })
  const page = await open(shop.bookingPage())
  const [previous, next] = [arrow(page, 'Giorno precedente'), arrow(page, 'Giorno successivo')]
  const from = (n: number) => dates([0, 1, 2, 3, 4].map((i) => shop.day(n + i)))

  expect(await daysShown(page)).toEqual(from(0))
  expect(await previous.getAttribute('aria-disabled')).toBe('true')
  await next.click()
  await expect.poll(() => daysShown(page)).toEqual(from(1))
  await next.click()
  await expect.poll(() => daysShown(page)).toEqual(from(2))
  await previous.click()
  await expect.poll(() => daysShown(page)).toEqual(from(1))
  expect(await dayButton(page, shop.day(3)).getAttribute('aria-pressed')).toBe('false')

  for (let moved = 0; (await next.getAttribute('aria-disabled')) === 'false' && moved < 40; moved += 1)
    await next.click()
  const last = (await daysShown(page)).at(-1)
  const daysAhead = Array.from({ length: 40 }, (_, i) => i).find((i) => formatDate(shop.day(i)) === last)!
  expect(daysAhead).toBeGreaterThanOrEqual(28)
  expect(daysAhead).toBeLessThanOrEqual(31)
})

test('a day is selected by a click, which clears the time that was chosen', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.bookingPage())
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  const slot = page.getByRole('button', { name: '15:00' })
  await slot.click()
  expect(await slot.getAttribute('aria-pressed')).toBe('true')
  await seen(page.getByText(`${formatDay(shop.today)} alle 15:00`))
  await form.getByLabel('Nome *', { exact: true }).fill('Giulia')

  await dayButton(page, shop.day(2)).click()

  await seen(page.getByRole('heading', { name: formatDay(shop.day(2)) }))
  await gone(form)
  expect(await dayButton(page, shop.day(2)).getAttribute('aria-pressed')).toBe('true')
  expect(await dayButton(page, shop.today).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => slot.getAttribute('aria-pressed')).toBe('false')
  await slot.click()
  expect(await form.getByLabel('Nome *', { exact: true }).inputValue()).toBe('Giulia')
})

test('a day without a free slot says so', async ({ open, newShop }) => {
  const shop = await newShop()
  const whole = { hour_from: '00:00', hour_to: '23:59' }
  await shop.newDayOff({ day_from: shop.day(1), day_to: shop.day(1), ...whole })
  const page = await open(shop.bookingPage())
  expect(await page.getByText(NO_SLOTS).count()).toBe(0)

  await dayButton(page, shop.day(1)).click()
  await seen(page.getByText(NO_SLOTS))
  expect(await page.getByRole('region').count()).toBe(0)
  await dayButton(page, shop.day(2)).click()
  await gone(page.getByText(NO_SLOTS))
})

test('a service that is fully booked says so from the start', async ({ open, newShop }) => {
  const shop = await newShop({ calendar: { to: '2020-01-01' } })
  const page = await open(shop.bookingPage())

  await seen(page.getByText(NO_SLOTS))
  expect(await daysShown(page)).toHaveLength(5)
})
