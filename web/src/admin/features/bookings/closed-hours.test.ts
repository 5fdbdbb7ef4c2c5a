import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { closedHoursByDay } from './closed-hours.ts'

const closure = (from: string, to: string): Closure => ({
  id: 1,
  day_from: parsePlainDate(from.slice(0, 10)),
  hour_from: parsePlainTime(from.slice(11)),
  day_to: parsePlainDate(to.slice(0, 10)),
  hour_to: parsePlainTime(to.slice(11)),
  reason: 'Ferie',
  calendar_id: 1,
  calendar_name: 'Sala',
  of_all: false,
})
const november = { from: parsePlainDate('2026-11-01'), to: parsePlainDate('2026-11-30') }
const hours = (...closures: Closure[]) =>
  [...closedHoursByDay(closures, november)].map(([day, closed]) => [day, closed.map((one) => one.hours).join(', ')])

test('a closure of several days appears on each day with its hours there', { tags: ['13.8'] }, () => {
  expect(hours(closure('2026-11-20 13:00', '2026-11-22 12:00'))).toEqual([
    ['2026-11-20', 'dalle 13:00'],
    ['2026-11-21', 'tutto il giorno'],
    ['2026-11-22', 'fino alle 12:00'],
  ])
})

test.each([
  ['2026-11-20 09:00', '2026-11-20 12:30', '09:00 - 12:30'],
  ['2026-11-20 00:00', '2026-11-20 23:59', 'tutto il giorno'],
  ['2026-11-20 18:00', '2026-11-20 23:59', 'dalle 18:00'],
  ['2026-11-20 00:00', '2026-11-20 12:00', 'fino alle 12:00'],
  ['2026-11-20 00:00', '2026-11-21 00:00', 'tutto il giorno'],
])('a closure from %s to %s is shown as %s', (from, to, text) => {
  expect(hours(closure(from, to))).toEqual([['2026-11-20', text]])
})

test('a closure of many years appears on each day shown, together with other closures', () => {
  const long = closure('2020-01-01 08:00', '2199-12-31 20:00')

  const days = hours(long, closure('2026-11-30 09:00', '2026-12-03 12:00'))

  expect(days).toHaveLength(30)
  expect(days.at(-1)).toEqual(['2026-11-30', 'tutto il giorno, dalle 09:00'])
})

test('equal closures of several calendars are merged', { tags: ['13.121'] }, () => {
  const ferragosto = closure('2026-11-20 00:00', '2026-11-20 23:59')
  const other = { ...ferragosto, id: 2, calendar_id: 2, calendar_name: 'Studio' }
  const listNames = (...closures: Closure[]) =>
    closedHoursByDay(closures, november)
      .get(parsePlainDate('2026-11-20'))!
      .map(({ calendar_name, several }) => [calendar_name, several])

  expect(listNames({ ...ferragosto, of_all: true }, { ...other, of_all: true })).toEqual([
    ['Tutti i calendari', 'tutti i calendari'],
  ])
  expect(listNames(ferragosto, other)).toEqual([['Sala, Studio', '2 calendari']])
  expect(listNames(ferragosto, { ...other, reason: 'Lavori' })).toEqual([
    ['Sala', ''],
    ['Studio', ''],
  ])
})
