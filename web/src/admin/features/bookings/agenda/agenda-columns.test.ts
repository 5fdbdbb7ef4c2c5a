import type { Interval } from '@prenoto/core/availability/intervals.ts'
import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { axisOfDays, columnsOfDay, columnsOfDays } from './agenda-columns.ts'

const [MONDAY, TUESDAY] = [parsePlainDate('2026-11-23'), parsePlainDate('2026-11-24')]
const LONG_AGO = { date: parsePlainDate('2026-11-01'), minutes: 0 }
const ALL = { ownCalendarId: null, only: undefined }

const calendar = (id: number, ...windows: [from: string, to: string][]): CalendarHours => ({
  id,
  name: `Sala ${id}`,
  public_name: '',
  capacity: 1,
  weeks: 1,
  rota_from: null,
  days: [
    { date: MONDAY, windows: windows.map(([from, to]) => ({ from: parsePlainTime(from), to: parsePlainTime(to) })) },
  ],
})

const booking = (calendar_id: number, hour: string, more: Partial<BookingEvent> = {}) =>
  ({
    id: Number(hour.replace(':', '')),
    calendar_id,
    visit_day: MONDAY,
    visit_hour: parsePlainTime(hour),
    service_duration: 60,
    buffer_before: 0,
    buffer_after: 0,
    processing_times: [],
    ...more,
  }) as BookingEvent

const closure = (calendar_id: number, from: string, to: string): Closure => ({
  id: 1,
  day_from: MONDAY,
  hour_from: parsePlainTime(from),
  day_to: MONDAY,
  hour_to: parsePlainTime(to),
  reason: 'Ferie',
  calendar_id,
  calendar_name: 'Sala',
  of_all: false,
})

const formatSpans = (spans: Interval[]) =>
  spans.map(({ from, to }) => `${toPlainTime(from).slice(0, 5)}-${toPlainTime(to).slice(0, 5)}`).join(' ')

test('the processing time of a visit is a gap in its block, while a booking can be made in it', () => {
  const hours = [calendar(1, ['09:00', '12:00'])]
  const colour = booking(1, '09:00', { service_duration: 90, processing_times: [{ from: 30, to: 70 }] })
  const read = (bookings: BookingEvent[], now = LONG_AGO) =>
    columnsOfDay({ hours, closures: [], bookings }, MONDAY, now, ALL)[0]!

  expect(read([colour]).gaps).toEqual([
    { from: 570, to: 610, lane: 0, lanes: 1 },
    { from: 630, to: 720 },
  ])
  const cut = booking(1, '09:30', { service_duration: 30 })
  expect(read([colour, cut]).gaps[0]).toEqual({ from: 600, to: 610, lane: 0, lanes: 2 })
  expect(formatSpans(read([colour], { date: MONDAY, minutes: 600 }).gaps)).toBe('10:00-10:10 10:30-12:00')
  // With a second place the calendar is free throughout.
  const free = columnsOfDay(
    { hours: [{ ...hours[0]!, capacity: 2 }], closures: [], bookings: [colour] },
    MONDAY,
    LONG_AGO,
    ALL,
  )
  expect(free[0]!.gaps).toEqual([{ from: 540, to: 720 }])
})

test('a day has a column per open or booked calendar, the user’s own first, and one for deleted calendars', () => {
  const hours = [calendar(1, ['09:00', '13:00']), calendar(2, ['09:00', '12:00']), calendar(3)]
  const data = { hours, closures: [], bookings: [booking(9, '10:00')] }
  const keys = (selection = ALL as Parameters<typeof columnsOfDay>[3], day = MONDAY) =>
    columnsOfDay(data, day, LONG_AGO, selection).map(({ key }) => key)

  expect(keys()).toEqual(['1', '2', 'others'])
  expect(keys({ ownCalendarId: 2, only: undefined })).toEqual(['2', '1', 'others'])
  expect(keys({ ownCalendarId: null, only: 3 })).toEqual(['3'])
  expect(keys(ALL, TUESDAY)).toEqual(['1', '2', '3'])
})

test('time is free unless it is booked, a buffer, closed or past', {
  tags: ['13.104'],
}, () => {
  const hours = [calendar(1, ['09:00', '13:00'], ['14:00', '18:00'])]
  const bookings = [booking(1, '10:00', { buffer_before: 10, buffer_after: 15 })]
  const data = { hours, bookings, closures: [closure(1, '16:00', '23:59')] }
  const gaps = (now = LONG_AGO) => formatSpans(columnsOfDay(data, MONDAY, now, ALL)[0]!.gaps)

  expect(gaps()).toBe('09:00-09:50 11:15-13:00 14:00-16:00')
  expect(gaps({ date: MONDAY, minutes: 11 * 60 + 28 })).toBe('11:30-13:00 14:00-16:00')
  expect(gaps({ date: MONDAY, minutes: 12 * 60 + 56 })).toBe('14:00-16:00')
  expect(gaps({ date: TUESDAY, minutes: 0 })).toBe('')
  expect(formatSpans(columnsOfDay(data, MONDAY, LONG_AGO, ALL)[0]!.unavailable)).toBe(
    '00:00-09:00 13:00-14:00 16:00-24:00',
  )
})

test('a calendar with a capacity of two is free until two bookings overlap', () => {
  const hours = [{ ...calendar(1, ['09:00', '12:00']), capacity: 2 }]
  const bookings = [booking(1, '09:00'), booking(1, '09:30')]
  const [column] = columnsOfDay({ hours, bookings, closures: [] }, MONDAY, LONG_AGO, ALL)
  expect(formatSpans(column!.gaps)).toBe('09:00-09:30 10:00-12:00')
  expect(column!.blocks.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
  ])
})

test('a day of all calendars is free where one of them is free and unavailable where all are', () => {
  const hours = [calendar(1, ['09:00', '12:00']), calendar(2, ['10:00', '13:00'])]
  const data = {
    hours,
    bookings: [booking(1, '09:00'), booking(2, '10:00')],
    closures: [closure(2, '11:00', '13:00')],
  }
  const [all, next] = columnsOfDays(data, [MONDAY, TUESDAY], LONG_AGO)
  const [one] = columnsOfDays(data, [MONDAY], LONG_AGO, 2)

  expect(formatSpans(all!.gaps)).toBe('10:00-12:00')
  expect(formatSpans(all!.unavailable)).toBe('00:00-09:00 12:00-24:00')
  expect(all!.calendar).toBeUndefined()
  expect([next!.blocks, next!.gaps]).toEqual([[], []])
  expect([one!.calendar?.id, one!.blocks.length, formatSpans(one!.gaps)]).toEqual([2, 1, ''])
})

test('the axis contains all opening hours and the bookings outside them', () => {
  const hours = [calendar(1, ['09:00', '12:30'])]
  expect(axisOfDays({ hours, bookings: [], closures: [] })).toEqual({ from: 540, to: 780 })
  const bookings = [booking(1, '07:50'), booking(1, '23:30')]
  expect(axisOfDays({ hours, bookings, closures: [] })).toEqual({ from: 420, to: 1440 })
})
