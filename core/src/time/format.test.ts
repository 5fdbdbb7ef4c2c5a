import { expect, test } from 'vitest'
import {
  formatDate,
  formatDay,
  formatDays,
  formatLength,
  formatMonth,
  formatMonths,
  formatNextDay,
  formatPeriod,
  formatPrice,
  formatShortDay,
  formatShortDays,
  formatWait,
  shortWeekdays,
} from './format.ts'
import { parsePlainDate } from './plain-date.ts'

test('formats a day in Italian', () => {
  expect(formatDay(parsePlainDate('2026-11-21'))).toBe('sabato 21 novembre')
  expect(formatDate(parsePlainDate('2026-11-21'))).toBe('sabato 21 novembre 2026')
  expect(formatMonth(parsePlainDate('2026-11-21'))).toBe('novembre 2026')
  expect(formatShortDay(parsePlainDate('2026-11-21'))).toBe('sab 21 nov')
  expect(formatDate(parsePlainDate('2027-05-01'))).toBe('sabato 1 maggio 2027')
})

test('omits the month of an upcoming day in the current month', () => {
  const today = parsePlainDate('2026-11-21')
  expect(formatNextDay(parsePlainDate('2026-11-23'), today)).toBe('lun 23')
  expect(formatNextDay(parsePlainDate('2026-12-07'), today)).toBe('lun 7 dic')
  expect(formatNextDay(parsePlainDate('2027-11-23'), today)).toBe('mar 23 nov')
})

test.each([
  ['2026-11-16', '2026-11-22', '16 – 22 novembre 2026', '16 – 22 nov'],
  ['2026-11-30', '2026-12-06', '30 novembre – 6 dicembre 2026', '30 nov – 6 dic'],
  ['2026-12-28', '2027-01-03', '28 dicembre 2026 – 3 gennaio 2027', '28 dic – 3 gen'],
])('formats the days from %s to %s as %s or %s', (first, last, text, short) => {
  expect(formatShortDays(parsePlainDate(first), parsePlainDate(last))).toBe(short)
  expect(formatDays(parsePlainDate(first), parsePlainDate(last))).toBe(text)
  expect(formatPeriod(parsePlainDate(first), parsePlainDate(last))).toBe(text)
  expect(formatPeriod(parsePlainDate(first), parsePlainDate(first))).toBe(formatDate(parsePlainDate(first)))
})

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
])('formats %i minutes as %s', (minutes, text) => {
  expect(formatLength(minutes)).toBe(text)
})

test('formats every day as the Italian locale does', { tags: ['1.1'] }, () => {
  const italian = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC', ...options })
  const long = italian({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const short = italian({ weekday: 'short', day: 'numeric', month: 'short' })
  let day = Temporal.PlainDate.from('2026-01-01')
  for (; day.year < 2028; day = day.add({ days: 1 })) {
    const noon = day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds
    expect(formatDate(parsePlainDate(day.toString()))).toBe(long.format(noon))
    expect(formatShortDay(parsePlainDate(day.toString()))).toBe(short.format(noon))
  }
})

test('a week begins on Monday', { tags: ['2.50'] }, () => {
  expect(shortWeekdays).toEqual(['Lun', 'Mar', 'Mer', 'Gio', 'Ven', 'Sab', 'Dom'])
})

test.each([
  ['25.00', '25,00 €'],
  ['25', '25,00 €'],
  ['25.5', '25,50 €'],
  ['0.00', '0,00 €'],
  ['999.99', '999,99 €'],
  ['1250.00', '1.250,00 €'],
  ['1234567.89', '1.234.567,89 €'],
])('formats the cost %s as %s', (amount, price) => {
  expect(formatPrice(amount)).toBe(price.replace(' ', '\u00a0'))
})

test.each([
  ['2026-11-21', '2026-11-25', 'novembre 2026'],
  ['2026-11-28', '2026-12-02', 'novembre – dicembre 2026'],
  ['2026-12-30', '2027-01-03', 'dicembre 2026 – gennaio 2027'],
])('formats the months from %s to %s as %s', { tags: ['13.16'] }, (first, last, months) =>
  expect(formatMonths(parsePlainDate(first), parsePlainDate(last))).toBe(months),
)

test.each([
  [1, 'un minuto'],
  [60_001, '2 minuti'],
  [59 * 60_000, '59 minuti'],
  [60 * 60_000, 'un’ora'],
  [61 * 60_000, '2 ore'],
])('formats a wait of %i ms as %s', (milliseconds, words) => {
  expect(formatWait(milliseconds)).toBe(words)
})
