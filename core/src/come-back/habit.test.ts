import { expect, test } from 'vitest'
import { parsePlainDate } from '../time/plain-date.ts'
import { parsePlainTime } from '../time/plain-time.ts'
import { findFittingSlot, findHabit, findRhythm } from './habit.ts'

const days = (...texts: string[]) => texts.map(parsePlainDate)

test('the rhythm is the median of the weeks between visits, from three visits on', () => {
  expect(findRhythm(days('2026-11-02', '2026-11-30'))).toBeUndefined()
  expect(findRhythm(days('2026-09-07', '2026-10-05', '2026-10-05'))).toBeUndefined()
  expect(findRhythm(days('2026-11-02', '2026-10-05', '2026-09-07'))).toBe(4)
  expect(findRhythm(days('2026-01-05', '2026-08-03', '2026-09-07', '2026-10-12'))).toBe(5)
  expect(findRhythm(days('2026-11-02', '2026-11-03', '2026-11-04'))).toBe(1)
  expect(findRhythm(days('2020-01-01', '2022-01-01', '2024-01-01'))).toBe(26)
})

const visit = (day: string, hour: string, calendar_id = 1) => ({
  visit_day: parsePlainDate(day),
  visit_hour: parsePlainTime(hour),
  calendar_id,
})

test('the habit is what most visits have in common, and the latest of equals', () => {
  expect(
    findHabit([visit('2026-11-27', '15:00', 2), visit('2026-10-29', '16:00', 1), visit('2026-10-01', '09:00', 1)]),
  ).toEqual({ weekday: 4, part: 'afternoon', hour: '15:00:00', calendar_id: 1 })
  expect(findHabit([visit('2026-11-27', '15:00', 2), visit('2026-10-29', '09:00', 1)])).toEqual({
    weekday: 5,
    part: 'afternoon',
    hour: '15:00:00',
    calendar_id: 2,
  })
})

test('the fitting slot has the part of the day, then the person, then the nearest hour', () => {
  const habit = { weekday: 4, part: 'afternoon' as const, hour: parsePlainTime('15:00'), calendar_id: 1 }
  const slot = (hour: string, calendar_id: number) => ({ visit_hour: parsePlainTime(hour), calendar_id })
  expect(findFittingSlot([], habit)).toBeUndefined()
  expect(findFittingSlot([slot('09:00', 1), slot('16:30', 2)], habit)).toEqual(slot('16:30', 2))
  expect(findFittingSlot([slot('15:00', 2), slot('16:30', 1)], habit)).toEqual(slot('16:30', 1))
  expect(findFittingSlot([slot('14:00', 1), slot('15:30', 1)], habit)).toEqual(slot('15:30', 1))
})
