import { timesText } from '@prenoto/core/calendars/times-text.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { expect, test } from 'vitest'
import { offeredTimes, weekdaysBetween, weekTimes } from './week-times.ts'

const day = (date: string, ...windows: [from: string, to: string][]) => ({
  date: parsePlainDate(date),
  windows: windows.map(([from, to]) => ({ from: `${from}:00`, to: `${to}:00` })),
})

test('equal windows of several days become one, in the order of their start', () => {
  const times = weekTimes([
    day('2026-11-23', ['09:00', '13:00'], ['15:00', '19:00']),
    day('2026-11-25', ['08:00', '12:00']),
    day('2026-11-28', ['09:00', '13:00']),
  ])

  expect(times).toEqual([
    { weekdays: [3], from: '08:00', to: '12:00' },
    { weekdays: [1, 6], from: '09:00', to: '13:00' },
    { weekdays: [1], from: '15:00', to: '19:00' },
  ])
  expect(timesText(times)).toBe('mer 08:00–12:00, lun, sab 09:00–13:00, lun 15:00–19:00')
  expect(offeredTimes(times, [1, 2])).toBe(times)
  expect(offeredTimes(times, [7]).at(-1)).toEqual({ weekdays: [7], from: '', to: '' })
})

test.each([
  ['2026-11-25', '2026-11-25', [3]],
  ['2026-11-28', '2026-11-30', [1, 6, 7]],
  ['2026-11-23', '2026-11-29', [1, 2, 3, 4, 5, 6, 7]],
  ['2026-11-23', '2026-12-23', [1, 2, 3, 4, 5, 6, 7]],
  ['2026-11-25', '', [1, 2, 3, 4, 5, 6, 7]],
])('from %s to %s are the weekdays %j', (from, to, weekdays) => {
  expect(weekdaysBetween(from, to)).toEqual(weekdays)
})
