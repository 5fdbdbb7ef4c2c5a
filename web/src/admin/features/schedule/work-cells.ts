import { difference } from '@prenoto/core/availability/intervals.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toMinuteOfDay, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type ClosedHours, closedHoursOnDay } from '../bookings/closed-hours.ts'
import { toDays } from './exceptions.queries.ts'

/** One day of a calendar: its hours without closures, such as '09:00–13:00', and why they are not the usual ones. */
export type WorkCell = { hours: string[]; closed: ClosedHours[]; changed: ChangedHours | undefined }

export type WorkData = { hours: CalendarHours[]; closures: Closure[]; changed: ChangedHours[] }

const MIDNIGHT = 1440

export function workCell({ closures, changed }: WorkData, calendar: CalendarHours, day: PlainDate): WorkCell {
  const windows = calendar.days.find(({ date }) => date === day)?.windows ?? []
  const closed = closures
    .filter(({ calendar_id }) => calendar_id === calendar.id)
    .flatMap((closure) => closedHoursOnDay([closure], day) ?? [])
  const open = difference(
    windows.map(({ from, to }) => ({ from: toMinuteOfDay(from), to: toMinuteOfDay(to) || MIDNIGHT })),
    closed,
  )
  return {
    hours: open.map(({ from, to }) => `${clock(from)}–${clock(to)}`),
    closed,
    changed: changed.find((hours) => {
      const { from, to } = toDays(hours)
      return hours.calendar_id === calendar.id && from <= day && day <= to
    }),
  }
}

const clock = (minutes: number) => toShortTime(toPlainTime(minutes % MIDNIGHT))
