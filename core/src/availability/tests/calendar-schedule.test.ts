import { expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import { type CalendarException, openHoursByDay, windowsByDay } from '../calendar-schedule.ts'

const MORNING = [{ from: 540, to: 780 }]

const on = (day_from: string, day_to = day_from) => ({
  day_from: parsePlainDate(day_from),
  day_to: parsePlainDate(day_to),
})
const from = (hour_from: string, hour_to: string) => ({
  hour_from: parsePlainTime(hour_from),
  hour_to: parsePlainTime(hour_to),
})
const hours = (weekday: number, from: string, to: string) => [
  { weekdays: [weekday], from: parsePlainTime(from), to: parsePlainTime(to) },
]

const schedule = (...exceptions: CalendarException[]) => ({
  from: parsePlainDate('2020-01-01'),
  weeks: [[MORNING, [], [], [], [], [], []]],
  exceptions,
})

test('changed hours replace the week, special openings add to them, and closures win over both', () => {
  const calendar = schedule(
    { kind: 'closure', ...on('2026-11-23'), ...from('15:00', '16:00') },
    { kind: 'special_opening', ...on('2026-11-23'), ...from('20:00', '21:00') },
    { kind: 'changed_hours', ...on('2026-11-23', '2026-11-24'), windows: hours(1, '14:00', '20:00') },
    { kind: 'changed_hours', ...on('2026-12-07'), windows: hours(2, '14:00', '20:00') },
  )
  const [readWindows, readOpenHours] = [windowsByDay(calendar), openHoursByDay(calendar)]

  expect(readWindows(parsePlainDate('2026-11-23'))).toEqual([{ from: 840, to: 1260 }])
  expect(readOpenHours(parsePlainDate('2026-11-23'))).toEqual([
    { from: 840, to: 900 },
    { from: 960, to: 1260 },
  ])
  expect(readWindows(parsePlainDate('2026-11-30'))).toEqual(MORNING)
  expect(readWindows(parsePlainDate('2026-12-07'))).toEqual([])
})

test('a closure until 23:59 lasts until midnight, a special opening until 00:00 as well', () => {
  const readOpenHours = openHoursByDay(
    schedule(
      { kind: 'special_opening', ...on('2026-11-24'), ...from('22:00', '00:00') },
      { kind: 'special_opening', ...on('2026-11-25'), ...from('22:00', '00:00') },
      { kind: 'closure', ...on('2026-11-25'), ...from('23:00', '23:59') },
    ),
  )

  expect(readOpenHours(parsePlainDate('2026-11-24'))).toEqual([{ from: 1320, to: 1440 }])
  expect(readOpenHours(parsePlainDate('2026-11-25'))).toEqual([{ from: 1320, to: 1380 }])
})

test('a calendar that is not in force has no opening hours', () => {
  const calendar = { ...schedule(), to: parsePlainDate('2026-11-29') }

  expect(windowsByDay(calendar)(parsePlainDate('2026-11-30'))).toEqual([])
})
