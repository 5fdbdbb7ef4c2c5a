import { expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import { dayClock } from '../../time/time-zone.ts'
import { bookableDays } from '../bookable-days.ts'
import { mergeWeekdayTimes } from '../opening-hours.ts'

const week = mergeWeekdayTimes([
  { weekdays: [1], from: parsePlainTime('08:00'), to: parsePlainTime('12:00') },
  { weekdays: [6], from: parsePlainTime('09:00'), to: parsePlainTime('13:00') },
])
const window = { first: parsePlainDate('2026-11-21'), last: parsePlainDate('2026-12-05') }

test.each([
  [
    'without end',
    { from: '2026-01-01', to: null },
    ['2026-11-21', '2026-11-23', '2026-11-28', '2026-11-30', '2026-12-05'],
  ],
  [
    'with an empty end',
    { from: '2026-01-01', to: '' },
    ['2026-11-21', '2026-11-23', '2026-11-28', '2026-11-30', '2026-12-05'],
  ],
  [
    'that ends after the window',
    { from: '2026-01-01', to: '2026-12-31' },
    ['2026-11-21', '2026-11-23', '2026-11-28', '2026-11-30', '2026-12-05'],
  ],
  ['whose ends are open days', { from: '2026-11-23', to: '2026-11-30' }, ['2026-11-23', '2026-11-28', '2026-11-30']],
  ['whose ends just miss open days', { from: '2026-11-24', to: '2026-11-29' }, ['2026-11-28']],
  ['of one day', { from: '2026-11-28', to: '2026-11-28' }, ['2026-11-28']],
  ['that is over', { from: '2026-01-01', to: '2026-11-20' }, []],
  ['that has not begun', { from: '2026-12-06', to: null }, []],
])('lists the open days of a calendar %s', (_, { from, to }, dates) => {
  const validity = { from: parsePlainDate(from), to: to && parsePlainDate(to) }
  const days = bookableDays({ ...validity, weeks: [week], exceptions: [] }, window, (date) =>
    dayClock(date, 'Europe/Rome'),
  )

  expect(days.map((day) => day.date)).toEqual(dates)
})

test('an open day contains its opening windows and its local clock', () => {
  const [day] = bookableDays({ from: parsePlainDate('2026-01-01'), weeks: [week], exceptions: [] }, window, (date) =>
    dayClock(date, 'Europe/Rome'),
  )

  expect(day).toEqual({
    date: '2026-11-21',
    clock: dayClock(parsePlainDate('2026-11-21'), 'Europe/Rome'),
    windows: [{ from: 540, to: 780 }],
  })
})
