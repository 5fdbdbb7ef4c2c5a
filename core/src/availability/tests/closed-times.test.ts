import { expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import { closedTimes } from '../closed-times.ts'
import { mergeWeekdayTimes } from '../opening-hours.ts'

test('closed times are what the opening hours leave, one for a night or a closed day', () => {
  const week = mergeWeekdayTimes([
    { weekdays: [1, 3], from: parsePlainTime('14:00'), to: parsePlainTime('18:00') },
    { weekdays: [3], from: parsePlainTime('19:00'), to: parsePlainTime('00:00') },
  ])
  const schedule = { from: parsePlainDate('2020-01-01'), weeks: [week], exceptions: [] }
  const days = { first: parsePlainDate('2026-11-23'), last: parsePlainDate('2026-11-25') }

  expect(closedTimes(schedule, days)).toEqual([
    { day_from: '2026-11-23', hour_from: '00:00:00', day_to: '2026-11-23', hour_to: '14:00:00' },
    { day_from: '2026-11-23', hour_from: '18:00:00', day_to: '2026-11-25', hour_to: '14:00:00' },
    { day_from: '2026-11-25', hour_from: '18:00:00', day_to: '2026-11-25', hour_to: '19:00:00' },
  ])
  expect(closedTimes(schedule, { first: days.last, last: days.first })).toEqual([])
})
