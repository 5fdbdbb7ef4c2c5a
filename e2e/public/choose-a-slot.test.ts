import { formatDate, formatDay, formatMonths } from '@prenoto/core/time/format.ts'
import { addDays, addMonths, isoWeekday, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { arrivedAt, clickOncePainted, fitsWidth, focused, gone, inView, seen, tabTo, told } from '../support/look.ts'
import { PHONE, test, WIDTHS } from '../support/test.ts'

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'

const dayButton = (page: Page, day: PlainDate) => page.getByRole('button', { name: formatDate(day) })
const arrow = (page: Page, name: string) => page.getByRole('button', { name })

/** The dates of the strip, in order, as a screen reader says them. */
const daysShown = async (page: Page) => {
  const names = await page.getByRole('button', { name: /slot disponibil/ }).allInnerTexts()
  return names.map((name) => name.split(',')[0])
}

const dates = (days: PlainDate[]) => days.map(formatDate)

test.for(WIDTHS)(
  'slots stand in their part of the day, %i px wide',
  { tags: ['2.3', '2.20', '2.23', '13.16', '13.163'] },
  async (width, { open, newShop }) => {
    const description = 'Con prodotti naturali. '.repeat(8).trim()
    const shop = await newShop({
      services: [{ name: 'Taglio e piega', description, discounted_amount: '20.00' }],
      configuration: { address: 'Via Roma 1, Bologna' },
    })
    await shop.newOtherCalendar({ name: 'Anna' })
    const page = await open(shop.bookingPage(), { width })

    await seen(page.getByRole('heading', { name: 'Taglio e piega', level: 1 }))
    await seen(page.getByText(description))
    if (width === PHONE) await inView(page.getByRole('button', { name: '09:00' }))
    await seen(page.getByRole('heading', { name: `Calendario ${formatMonths(shop.today, shop.day(4))}` }))
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
  },
)

test('a part of the day without a slot does not show', async ({ open, newShop }) => {
  const shop = await newShop({ services: [{ duration: 240 }] })
  const page = await open(shop.bookingPage())

  expect(await page.getByRole('region').getByRole('button').allInnerTexts()).toEqual(['09:00', '14:00'])
  expect(await page.getByRole('region', { name: /Pranzo|Sera/ }).count()).toBe(0)
})

/** Moves a finger from the middle of the strip; the page is held as a phone holds it. */
async function swipe(page: Page, { right, down }: { right: number; down: number }) {
  const { x, y } = (await page
    .getByRole('button', { name: /slot disponibil/ })
    .nth(2)
    .boundingBox())!
  const phone = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part = 0) =>
    phone.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + 30 + right * part, y: y + 30 + down * part }],
    })
  await touch('touchStart')
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part)
  await touch('touchEnd')
  await phone.detach()
}

test('the strip shows five days in a row, and its arrows and a finger move it by one day', {
  tags: ['2.21', '13.68'],
}, async ({ open, newShop }) => {
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

  await swipe(page, { right: -110, down: 10 })
  await expect.poll(() => daysShown(page)).toEqual(from(3))
  await swipe(page, { right: 60, down: -10 })
  await expect.poll(() => daysShown(page)).toEqual(from(2))
  await swipe(page, { right: 10, down: -200 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(await daysShown(page)).toEqual(from(2))

  for (let moved = 0; (await next.getAttribute('aria-disabled')) === 'false' && moved < 40; moved += 1)
    await next.click()
  const last = (await daysShown(page)).at(-1)
  const daysAhead = Array.from({ length: 40 }, (_, i) => i).find((i) => formatDate(shop.day(i)) === last)!
  expect(daysAhead).toBeGreaterThanOrEqual(28)
  expect(daysAhead).toBeLessThanOrEqual(31)
})

test('a day is selected by a click, which clears the time that was chosen', { tags: ['2.22', '4.18', '4.19'] }, async ({
  open,
  newShop,
}) => {
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

test('a day without a free slot says so; the month and ‘Primo posto libero’ lead to those that have one', {
  tags: ['2.24', '13.12', '13.67', '13.164'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const whole = { hour_from: '00:00', hour_to: '23:59' }
  await shop.newDayOff({ day_from: shop.day(1), day_to: shop.day(1), ...whole })
  const page = await open(shop.bookingPage())
  expect(await page.getByText(NO_SLOTS).count()).toBe(0)

  await dayButton(page, shop.day(1)).click()
  await seen(page.getByText(NO_SLOTS))
  expect(await page.getByRole('region').count()).toBe(0)
  const [, date, monthName] = formatDay(shop.day(1)).replace(' 1 ', ' 1° ').split(' ')
  await seen(page.getByText(new RegExp(`^Siamo chiusi (il |l’)${date} ${monthName}\\.$`)))
  expect(await page.getByText('Ferie').count()).toBe(0)
  await page.getByRole('button', { name: `Prossimo giorno libero: ${formatDay(shop.day(2))}` }).click()
  await focused(page.getByRole('heading', { name: formatDay(shop.day(2)) }))
  expect(await dayButton(page, shop.day(2)).getAttribute('aria-pressed')).toBe('true')
  await gone(page.getByText(NO_SLOTS))

  const opener = page.getByRole('button', { name: 'Mese' })
  const month = page.getByRole('dialog')
  const inMonth = (day: PlainDate, state: string) => month.getByRole('button', { name: `${formatDate(day)}, ${state}` })
  const scrolled = await page.evaluate(() => scrollY)
  await opener.click()
  await focused(inMonth(shop.day(2), '9 slot disponibili'))
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  // The present week comes first.
  const monday = addDays(shop.today, 1 - isoWeekday(shop.today))
  expect(await month.locator('tbody button').first().getAttribute('value')).toBe(monday)
  expect(await month.locator('tbody tr').count()).toBe(6)
  await page.keyboard.press('ArrowLeft')
  await focused(inMonth(shop.day(1), 'chiuso'))
  await expectAccessible(page)
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('PageDown')
  const next = month.getByRole('button', { name: 'Mese successivo' })
  expect(await next.getAttribute('aria-disabled')).toBe('true')
  const lastDay = addMonths(shop.today, 3)
  await focused(month.locator(`[value="${lastDay}"]`))
  await page.keyboard.press('Escape')
  await focused(opener)
  await gone(month)

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await focused(page.getByRole('heading', { name: formatDay(shop.day(3)) }))
  expect(await dayButton(page, shop.day(3)).getAttribute('aria-pressed')).toBe('true')
  expect(new URL(page.url()).search).toBe(`?giorno=${shop.day(3)}`)

  await page.getByRole('button', { name: 'Primo posto libero' }).click()
  await focused(page.getByRole('heading', { name: 'Completa la prenotazione' }))
  await seen(page.getByText(`${formatDay(shop.today)} alle 09:00`))
})

test('whoever wants a certain person chooses them by keyboard, sees their slots, and books with them', {
  tags: ['13.66'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const [first, last] = [shop.day(2), shop.day(3)]
  const anna = await shop.newOtherCalendar({ name: 'Sala 2', public_name: 'Anna', from: first })
  await shop.newDayOff({ calendar_id: anna, day_from: first, hour_from: '14:00', day_to: last, hour_to: '00:00' })
  const page = await open(shop.bookingPage(), { width: 320, tolerates: /409|ApiError|ERR_FAILED/ })
  const [anybody, chosen] = [page.getByRole('radio', { name: 'Chiunque' }), page.getByRole('radio', { name: 'Anna' })]
  const isAnna = () => expect.poll(() => chosen.getAttribute('aria-checked')).toBe('true')
  const slot = (hour: string) => page.getByRole('button', { name: hour })

  await page.route(/calendar_id/, (route) => route.abort(), { times: 1 })
  await tabTo(page, anybody)
  await page.keyboard.press('ArrowLeft')
  await told(page, 'No response from the server')
  await seen(slot('15:00'))
  await focused(chosen)
  await isAnna()
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { name: formatDay(shop.day(2)) }))
  await gone(slot('15:00'))
  await expectAccessible(page)
  await fitsWidth(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await focused(chosen)
  await slot('10:00').click()
  await seen(page.getByText(`${formatDay(shop.day(2))} alle 10:00 con Anna`))
  const address = `?con=${anna}&giorno=${shop.day(2)}&ora=10:00`
  expect(new URL(page.url()).search).toBe(address)

  await page.reload()
  await isAnna()
  await shop.book({ visit_day: shop.day(2), visit_hour: '10:00:00', calendar_id: anna })
  await bookAsGiulia(page)
  await seen(page.getByText('10:00 non più disponibile').first())
  await isAnna()
  expect(new URL(page.url()).search).toBe(address)

  await anybody.click()
  await gone(page.getByText('non più disponibile'))
  await seen(slot('15:00'))
  await page.goBack()
  await isAnna()
  await gone(slot('15:00'))
  await slot('11:00').click()
  await page.getByRole('button', { name: 'Prenota', exact: true }).click()
  await arrivedAt(page, '/thank_you')
  expect((await shop.bookings()).map(({ visit_hour, calendar_id }) => [visit_hour, calendar_id])).toEqual([
    ['10:00:00', anna],
    ['11:00:00', anna],
  ])
})

test('a service that is fully booked says so from the start, and once how to reach the business', {
  tags: ['2.24', '13.12'],
}, async ({ open, newShop }) => {
  const shop = await newShop({ calendar: { to: '2020-01-01' }, configuration: { phone: '051 000 0199' } })
  const page = await open(shop.bookingPage(), { width: 360 })

  await seen(page.getByText(NO_SLOTS))
  expect(await daysShown(page)).toHaveLength(5)
  const main = page.getByRole('main')
  await seen(main.getByText('non c’è posto in nessun giorno'))
  expect(await main.getByRole('link', { name: '051 000 0199' }).getAttribute('href')).toBe('tel:0510000199')
  expect(await main.getByRole('link', { name: 'Scrivici' }).getAttribute('href')).toBe('/client_service#contact-title')
  await expectAccessible(page)
})

test('what is clicked before any script has run is not lost, and stays in the address', { tags: ['13.14'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const page = await open(shop.at('/thank_you'), { tolerates: /status of 422/ })
  const runScripts = await holdScripts(page)
  const isChosen = (place: Locator) => expect.poll(() => place.getAttribute('aria-pressed')).toBe('true')
  const addressIs = (query: string) => expect.poll(() => decodeURIComponent(new URL(page.url()).search)).toBe(query)
  const slot = (hour: string) => page.getByRole('button', { name: hour })
  const name = page.getByLabel('Nome *', { exact: true })
  const [third, sixth] = [shop.day(2), shop.day(5)]

  await page.goto(shop.bookingPage(), { waitUntil: 'commit' })
  await clickOncePainted(arrow(page, 'Giorno successivo'))
  await addressIs(`?giorno=${shop.today}&dal=${shop.day(1)}`)
  await clickOncePainted(dayButton(page, sixth))
  await addressIs(`?dal=${shop.day(1)}&giorno=${sixth}`)
  await clickOncePainted(slot('15:00'))
  await addressIs(`?dal=${shop.day(1)}&giorno=${sixth}&ora=15:00`)
  await seen(page.getByText(`${formatDay(sixth)} alle 15:00`))
  expect(new URL(page.url()).hash).toBe('#booking-title')
  await name.fill('Giulia')
  await page.getByRole('button', { name: 'Prenota', exact: true }).click()
  await seen(page.getByText('Il cognome è obbligatorio.'))
  await focused(page.getByLabel('Cognome *'))
  expect(await name.inputValue()).toBe('Giulia')

  runScripts()
  await page.waitForLoadState()
  expect(await name.inputValue()).toBe('Giulia')
  await seen(page.getByText('Il cognome è obbligatorio.'))
  await isChosen(slot('15:00'))
  await dayButton(page, third).click()
  await addressIs(`?dal=${shop.day(1)}&giorno=${third}`)
  expect(await name.inputValue()).toBe('Giulia')
  await slot('16:00').click()
  await addressIs(`?dal=${shop.day(1)}&giorno=${third}&ora=16:00`)

  await page.reload()
  await isChosen(dayButton(page, third))
  await isChosen(slot('16:00'))
  await page.goBack()
  await expect.poll(() => slot('16:00').getAttribute('aria-pressed')).toBe('false')
  await page.goBack()
  await isChosen(dayButton(page, sixth))
  await isChosen(slot('15:00'))
  await page.goForward()
  await page.goForward()
  await isChosen(slot('16:00'))
})

test('whoever comes back to the page sees what is so by now', { tags: ['13.13'] }, async ({ open, newShop }) => {
  const shop = await newShop({ services: [{}, { name: 'Piega' }] })
  const [, service] = shop.serviceIds as [number, number]
  const headers = { authorization: `Bearer ${await shop.token()}` }
  const page = await open(shop.bookingPage(service), { clock: true, tolerates: /404/ })
  const comeBack = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  await page.getByRole('button', { name: '11:00' }).click()
  await form.getByLabel('Nome *', { exact: true }).fill('Giulia')

  await shop.book({ visit_day: shop.today, visit_hour: '11:00:00' })
  await comeBack()

  await seen(page.getByText('11:00 non più disponibile').first())
  await gone(page.getByRole('button', { name: '11:00' }))
  expect(await page.getByRole('button', { name: 'tra i più vicini' }).allInnerTexts()).toEqual([
    expect.stringContaining('10:00'),
    expect.stringContaining('12:00'),
  ])
  expect(await form.getByLabel('Nome *', { exact: true }).inputValue()).toBe('Giulia')
  await form.getByRole('link', { name: 'Scegli un altro orario' }).click()
  await focused(page.getByRole('heading', { name: formatDay(shop.today) }))

  // The clocks of the business pass midnight; the server's own stand where they are.
  await page.route(`**/api/client/services/${service}`, async (route) => {
    const { body } = await shop.api('GET', `/client/services/${service}`)
    const [, ...available_slots] = body.available_slots
    await route.fulfill({ json: { ...body, today: shop.day(1), available_slots } })
  })
  await page.clock.fastForward('24:00:00')
  await expect.poll(() => daysShown(page)).toEqual(dates([1, 2, 3, 4, 5].map(shop.day)))
  expect(await dayButton(page, shop.day(1)).getAttribute('aria-pressed')).toBe('true')
  await gone(form)

  await page.unroute(`**/api/client/services/${service}`)
  expect((await shop.api('DELETE', `/services/${service}`, undefined, headers)).status).toBe(204)
  await comeBack()
  await seen(page.getByRole('heading', { name: 'Servizio non trovato' }))
  await seen(page.getByRole('link', { name: 'Vedi tutti i servizi' }))
})
