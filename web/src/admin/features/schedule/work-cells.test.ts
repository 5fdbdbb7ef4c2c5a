import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { workCell } from './work-cells.ts'

const MONDAY = parsePlainDate('2026-11-23')

const marco: CalendarHours = {
  id: 1,
  name: 'Marco',
  public_name: '',
  capacity: 1,
  weeks: 1,
  rota_from: null,
  days: [{ date: MONDAY, windows: [{ from: parsePlainTime('09:00'), to: parsePlainTime('00:00') }] }],
}

const closure = (calendar_id: number, hour_from: string, hour_to: string): Closure => ({
  id: 1,
  day_from: MONDAY,
  hour_from: parsePlainTime(hour_from),
  day_to: MONDAY,
  hour_to: parsePlainTime(hour_to),
  reason: 'Permesso',
  calendar_id,
  calendar_name: '',
  of_all: false,
})

const changed = { id: 5, calendar_id: 1, day_from: '20-11-2026', day_to: '23-11-2026' } as ChangedHours

test('a cell has the hours that its own closures leave, and the changed hours of its day', () => {
  const closures = [closure(1, '11:00', '12:30'), closure(2, '00:00', '23:59')]
  const cell = workCell({ hours: [marco], closures, changed: [changed] }, marco, MONDAY)

  expect(cell.hours).toEqual(['09:00–11:00', '12:30–00:00'])
  expect(cell.closed).toMatchObject([{ reason: 'Permesso', hours: '11:00 - 12:30' }])
  expect(cell.changed).toBe(changed)
})

test('a day without opening hours has none', () => {
  const cell = workCell({ hours: [marco], closures: [], changed: [changed] }, marco, parsePlainDate('2026-11-24'))

  expect(cell).toEqual({ hours: [], closed: [], changed: undefined })
})
