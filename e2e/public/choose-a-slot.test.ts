import { formatDate, formatDay, formatMonths } from '@prenoto/core/time/format.ts'
import { addDays, addMonths, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { firstOfMonth, mondayBefore } from '../../web/src/lib/month-days.ts'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import {
  clickOncePainted,
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  tabTo,
  waitForPath,
} from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { reopenAtOnce } from '../support/reopen.ts'
import { DESKTOP, PHONE, test } from '../support/test.ts'

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'

const dayButton = (page: Page, day: PlainDate) => page.getByRole('button', { name: formatDate(day) })
const arrow = (page: Page, name: string) => page.getByRole('button', { name })

/** The accessible names of the days in the strip, in order. */
const daysShown = async (page: Page) => {
  const names = await page.getByRole('button', { name: /slot disponibil/ }).allInnerTexts()
  return names.map((name) => name.split(',')[0])
}

const dates = (days: PlainDate[]) => days.map(formatDate)

/** Swipes from the middle of the strip, with the touch handling of a phone. */
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

test('slots are grouped by part of the day, a click selects a day and clears the time, and arrows and swipes move the days', {
  tags: ['2.3', '2.20', '2.21', '2.22', '2.23', '4.18', '4.19', '13.16', '13.68', '13.163'],
}, async ({ open, newBusiness }) => {
  const description = 'Con prodotti naturali. '.repeat(8).trim()
  const business = await newBusiness({
    services: [{ name: 'Taglio e piega', description, discounted_amount: '20.00' }],
    configuration: { address: 'Via Roma 1, Bologna' },
  })
  await business.newOtherCalendar({ name: 'Anna' })
  const page = await open(business.bookingPage(), { width: PHONE })

  await expectVisible(page.getByRole('heading', { name: 'Taglio e piega', level: 1 }))
  await expectVisible(page.getByText(description))
  // Only its top, since a slow browser shows the page in another font, which is a little taller.
  await expect.poll(async () => (await page.getByRole('button', { name: '09:00' }).boundingBox())?.y).toBeLessThan(740)
  await expectVisible(
    page.getByRole('heading', { name: `Calendario ${formatMonths(business.today, business.day(4))}` }),
  )
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
  await page.setViewportSize({ width: DESKTOP, height: 800 })

  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  const slot = page.getByRole('button', { name: '15:00' })
  await slot.click()
  expect(await slot.getAttribute('aria-pressed')).toBe('true')
  await expectVisible(page.getByText(`${formatDay(business.today)} alle 15:00`))
  await form.getByLabel('Nome *', { exact: true }).fill('Giulia')

  await dayButton(page, business.day(2)).click()

  await expectVisible(page.getByRole('heading', { name: formatDay(business.day(2)) }))
  await expectHidden(form)
  expect(await dayButton(page, business.day(2)).getAttribute('aria-pressed')).toBe('true')
  expect(await dayButton(page, business.today).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => slot.getAttribute('aria-pressed')).toBe('false')
  await slot.click()
  expect(await form.getByLabel('Nome *', { exact: true }).inputValue()).toBe('Giulia')

  const [previous, next] = [arrow(page, 'Giorno precedente'), arrow(page, 'Giorno successivo')]
  const from = (n: number) => dates([0, 1, 2, 3, 4].map((i) => business.day(n + i)))

  expect(await daysShown(page)).toEqual(from(0))
  expect(await previous.getAttribute('aria-disabled')).toBe('true')
  await next.click()
  await expect.poll(() => daysShown(page)).toEqual(from(1))
  await next.click()
  await expect.poll(() => daysShown(page)).toEqual(from(2))
  await previous.click()
  await expect.poll(() => daysShown(page)).toEqual(from(1))
  expect(await dayButton(page, business.day(3)).getAttribute('aria-pressed')).toBe('false')

  await swipe(page, { right: -110, down: 10 })
  await expect.poll(() => daysShown(page)).toEqual(from(3))
  await swipe(page, { right: 60, down: -10 })
  await expect.poll(() => daysShown(page)).toEqual(from(2))
  await swipe(page, { right: 10, down: -200 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(await daysShown(page)).toEqual(from(2))
})

test('a full day shows a message; the month and ‘Primo posto libero’ lead to days with free slots', {
  tags: ['2.24', '13.12', '13.67', '13.164'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const whole = { hour_from: '00:00', hour_to: '23:59' }
  await business.newDayOff({ day_from: business.day(1), day_to: business.day(1), ...whole })
  const page = await open(business.bookingPage())
  expect(await page.getByText(NO_SLOTS).count()).toBe(0)

  await dayButton(page, business.day(1)).click()
  await expectVisible(page.getByText(NO_SLOTS))
  expect(await page.getByRole('region').count()).toBe(0)
  const [, date, monthName] = formatDay(business.day(1)).replace(' 1 ', ' 1° ').split(' ')
  await expectVisible(page.getByText(new RegExp(`^Siamo chiusi (il |l’)${date} ${monthName}\\.$`)))
  expect(await page.getByText('Ferie').count()).toBe(0)
  await page.getByRole('button', { name: `Prossimo giorno libero: ${formatDay(business.day(2))}` }).click()
  await expectFocused(page.getByRole('heading', { name: formatDay(business.day(2)) }))
  expect(await dayButton(page, business.day(2)).getAttribute('aria-pressed')).toBe('true')
  await expectHidden(page.getByText(NO_SLOTS))

  const opener = page.getByRole('button', { name: 'Mese', exact: true })
  const month = page.getByRole('dialog')
  const inMonth = (day: PlainDate, state: string) => month.getByRole('button', { name: `${formatDate(day)}, ${state}` })
  const scrolled = await page.evaluate(() => scrollY)
  await opener.click()
  await expectFocused(inMonth(business.day(2), '9 slot disponibili'))
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  // The current week comes first, unless the chosen day is in another month.
  const thisWeek = mondayBefore(business.today)
  const isNextMonth = firstOfMonth(business.day(2)) > firstOfMonth(addDays(thisWeek, 6))
  const monday = isNextMonth ? mondayBefore(firstOfMonth(business.day(2))) : thisWeek
  expect(await month.locator('tbody button').first().getAttribute('value')).toBe(monday)
  expect(await month.locator('tbody tr').count()).toBe(6)
  await page.keyboard.press('ArrowLeft')
  await expectFocused(inMonth(business.day(1), 'chiuso'))
  await expectAccessible(page)
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('PageDown')
  const lastDay = addMonths(business.today, 3)
  await expectFocused(month.locator(`[value="${lastDay}"]`))
  const next = month.getByRole('button', { name: 'Mese successivo' })
  // An early day of a month shows in the weeks of the month before, too.
  await next.press('Enter')
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await expectFocused(opener)
  await expectHidden(month)

  await page.keyboard.press('Enter')
  await expectFocused(inMonth(business.day(2), '9 slot disponibili'))
  await reopenAtOnce(month, opener)
  await expectFocused(inMonth(business.day(2), '9 slot disponibili'))
  await page.keyboard.press('ArrowRight')
  await expectFocused(inMonth(business.day(3), '9 slot disponibili'))
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { name: formatDay(business.day(3)) }))
  expect(await dayButton(page, business.day(3)).getAttribute('aria-pressed')).toBe('true')
  expect(new URL(page.url()).search).toBe(`?giorno=${business.day(3)}`)

  await page.getByRole('button', { name: 'Primo posto libero' }).click()
  await expectFocused(page.getByRole('heading', { name: 'Completa la prenotazione' }))
  await expectVisible(page.getByText(`${formatDay(business.today)} alle 09:00`))
})

test('a visitor chooses a calendar by keyboard, sees its slots and books with it', {
  tags: ['13.66'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const [first, last] = [business.day(2), business.day(3)]
  const note = 'Colore e acconciature'
  const anna = await business.newOtherCalendar({ name: 'Sala 2', public_name: 'Anna', public_note: note, from: first })
  await business.newDayOff({ calendar_id: anna, day_from: first, hour_from: '14:00', day_to: last, hour_to: '00:00' })
  const page = await open(business.bookingPage(), { width: 320, allowedErrors: /409|ApiError|ERR_/ })
  const [anyCalendar, chosen] = [
    page.getByRole('radio', { name: 'Chiunque' }),
    page.getByRole('radio', { name: `Anna ${note}` }),
  ]
  const expectAnnaChosen = () => expect.poll(() => chosen.getAttribute('aria-checked')).toBe('true')
  const slot = (hour: string) => page.getByRole('button', { name: hour })

  await page.route(/calendar_id/, (route) => route.abort(), { times: 1 })
  await tabTo(page, anyCalendar)
  await page.keyboard.press('ArrowLeft')
  const failure = page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a leggere gli orari.' })
  await expectVisible(failure.getByRole('button', { name: 'Riprova' }))
  await expectVisible(slot('15:00'))
  await expectFocused(chosen)
  await expectAnnaChosen()
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { name: formatDay(business.day(2)) }))
  await expectHidden(slot('15:00'))
  await expectAccessible(page)
  await expectFitsWidth(page)
  // The browser is in another time zone.
  await expectVisible(page.getByText('Gli orari sono quelli della nostra sede'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expectFocused(chosen)
  await slot('10:00').click()
  await expectVisible(page.getByText(`${formatDay(business.day(2))} alle 10:00 con Anna`))
  const address = `?con=${anna}&giorno=${business.day(2)}&ora=10:00`
  expect(new URL(page.url()).search).toBe(address)

  await page.reload()
  await expectAnnaChosen()
  await business.book({ visit_day: business.day(2), visit_hour: '10:00:00', calendar_id: anna })
  await bookAsGiulia(page)
  await expectVisible(page.getByText('10:00 non più disponibile').first())
  await expectAnnaChosen()
  expect(new URL(page.url()).search).toBe(address)

  // Without network the page says so in place, and reads the slots once the network is back.
  await page.context().setOffline(true)
  await anyCalendar.click()
  await expectVisible(failure)
  await page.context().setOffline(false)
  await expectHidden(failure)
  await expectHidden(page.getByText('non più disponibile'))
  await expectVisible(slot('15:00'))
  await page.goBack()
  await expectAnnaChosen()
  await expectHidden(slot('15:00'))
  await slot('11:00').click()
  await page.getByRole('button', { name: 'Prenota', exact: true }).click()
  await waitForPath(page, '/thank_you')
  expect((await business.bookings()).map(({ visit_hour, calendar_id }) => [visit_hour, calendar_id])).toEqual([
    ['10:00:00', anna],
    ['11:00:00', anna],
  ])
})

test('a fully booked service shows it at once, with one way to contact the business', {
  tags: ['2.24', '13.12'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ calendar: { to: '2020-01-01' }, configuration: { phone: '051 000 0199' } })
  const page = await open(business.bookingPage(), { width: 360 })

  await expectVisible(page.getByText(NO_SLOTS))
  expect(await daysShown(page)).toHaveLength(5)
  const main = page.getByRole('main')
  await expectVisible(main.getByText('non c’è posto in nessun giorno'))
  expect(await main.getByRole('listitem').getByRole('link', { name: '051 000 0199' }).getAttribute('href')).toBe(
    'tel:+390510000199',
  )
  expect(await main.getByRole('link', { name: 'Scrivici' }).getAttribute('href')).toBe('/client_service#contact-title')
  await expectAccessible(page)
})

test('a choice that is clicked before hydration is kept, and stays in the address', { tags: ['13.14'] }, async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await open(business.at('/robots.txt'), { allowedErrors: /status of 422/ })
  const runScripts = await holdScripts(page)
  const expectChosen = (locator: Locator) => expect.poll(() => locator.getAttribute('aria-pressed')).toBe('true')
  const expectQuery = (query: string) => expect.poll(() => decodeURIComponent(new URL(page.url()).search)).toBe(query)
  const slot = (hour: string) => page.getByRole('button', { name: hour })
  const name = page.getByLabel('Nome *', { exact: true })
  const [third, sixth] = [business.day(2), business.day(5)]

  await page.goto(business.bookingPage(), { waitUntil: 'commit' })
  await clickOncePainted(arrow(page, 'Giorno successivo'))
  // The chosen day has left the strip.
  await expectQuery(`?giorno=${business.day(1)}&dal=${business.day(1)}`)
  await clickOncePainted(dayButton(page, sixth))
  await expectQuery(`?dal=${business.day(1)}&giorno=${sixth}`)
  await clickOncePainted(slot('15:00'))
  await expectQuery(`?dal=${business.day(1)}&giorno=${sixth}&ora=15:00`)
  await expectVisible(page.getByText(`${formatDay(sixth)} alle 15:00`))
  expect(new URL(page.url()).hash).toBe('#booking-title')
  await name.fill('Giulia')
  await page.getByRole('button', { name: 'Prenota', exact: true }).click()
  await expectVisible(page.getByText('Il cognome è obbligatorio.'))
  await expectFocused(page.getByLabel('Cognome *'))
  expect(await name.inputValue()).toBe('Giulia')

  runScripts()
  await page.waitForLoadState()
  expect(await name.inputValue()).toBe('Giulia')
  await expectVisible(page.getByText('Il cognome è obbligatorio.'))
  await expectChosen(slot('15:00'))
  await dayButton(page, third).click()
  await expectQuery(`?dal=${business.day(1)}&giorno=${third}`)
  expect(await name.inputValue()).toBe('Giulia')
  await slot('16:00').click()
  await expectQuery(`?dal=${business.day(1)}&giorno=${third}&ora=16:00`)

  await page.reload()
  await expectChosen(dayButton(page, third))
  await expectChosen(slot('16:00'))
  await page.goBack()
  await expect.poll(() => slot('16:00').getAttribute('aria-pressed')).toBe('false')
  await page.goBack()
  await expectChosen(dayButton(page, sixth))
  await expectChosen(slot('15:00'))
  await page.goForward()
  await page.goForward()
  await expectChosen(slot('16:00'))
})

test('a page that becomes visible again shows the current slots', { tags: ['13.13'] }, async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness({ services: [{}, { name: 'Piega' }] })
  const [, service] = business.serviceIds as [number, number]
  const headers = { authorization: `Bearer ${await business.token()}` }
  const page = await open(business.bookingPage(service), { clock: true, allowedErrors: /404/ })
  const becomeVisible = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  await page.getByRole('button', { name: '11:00' }).click()
  await form.getByLabel('Nome *', { exact: true }).fill('Giulia')

  await business.book({ visit_day: business.today, visit_hour: '11:00:00' })
  await becomeVisible()

  await expectVisible(page.getByText('11:00 non più disponibile').first())
  await expectHidden(page.getByRole('button', { name: '11:00' }))
  expect(await page.getByRole('button', { name: 'tra i più vicini' }).allInnerTexts()).toEqual([
    expect.stringContaining('10:00'),
    expect.stringContaining('12:00'),
  ])
  expect(await form.getByLabel('Nome *', { exact: true }).inputValue()).toBe('Giulia')
  await form.getByRole('link', { name: 'Scegli un altro orario' }).click()
  await expectFocused(page.getByRole('heading', { name: formatDay(business.today) }))

  // Only the clock of the page passes midnight, not that of the server.
  await page.route(`**/api/client/services/${service}`, async (route) => {
    const { body } = await business.api('GET', `/client/services/${service}`)
    const [, ...available_slots] = body.available_slots
    await route.fulfill({ json: { ...body, today: business.day(1), available_slots } })
  })
  await page.clock.fastForward('24:00:00')
  await expect.poll(() => daysShown(page)).toEqual(dates([1, 2, 3, 4, 5].map(business.day)))
  expect(await dayButton(page, business.day(1)).getAttribute('aria-pressed')).toBe('true')
  await expectHidden(form)

  await page.unroute(`**/api/client/services/${service}`)
  expect((await business.api('DELETE', `/services/${service}`, undefined, headers)).status).toBe(204)
  await becomeVisible()
  await expectVisible(page.getByRole('heading', { name: 'Servizio non trovato' }))
  await expectVisible(page.getByRole('link', { name: 'Vedi tutti i servizi' }))
})
