import type { Closure } from '@prenoto/core/days-off/day-off-schema.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { minutesOf, toShortTime } from '@prenoto/core/time/plain-time.ts'

/** What a closure takes of one day. */
export type ClosedHours = {
  id: number
  /** Minutes since midnight. */
  from: number
  to: number
  isWholeDay: boolean
  /** 'tutto il giorno', 'dalle 13:00', 'fino alle 12:00' or '09:00 - 12:00'. */
  hours: string
  reason: string
  calendar_name: string
}

const DAY_IN_MINUTES = 1440
/** Whoever closes until 23:59 closes the day. */
const LAST_MINUTE = DAY_IN_MINUTES - 1

/** When calendars are closed on each of the days from one to another. */
export function closedHoursByDay(closures: Closure[], { from, to }: { from: PlainDate; to: PlainDate }) {
  const days = new Map<PlainDate, ClosedHours[]>()
  for (const closure of closures) {
    const first = closure.day_from > from ? closure.day_from : from
    const last = closure.day_to < to ? closure.day_to : to
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const closed = closedHoursOf(closure, day)
      if (closed) days.set(day, [...(days.get(day) ?? []), closed])
    }
  }
  return days
}

/** What a closure takes of one day: nothing of days before and after it, nor of the one at whose midnight it ends. */
export function closedHoursOf(closure: Closure, day: PlainDate): ClosedHours | undefined {
  if (day < closure.day_from || day > closure.day_to) return undefined
  const begin = day === closure.day_from ? minutesOf(closure.hour_from) : 0
  const end = day === closure.day_to ? minutesOf(closure.hour_to) : DAY_IN_MINUTES
  if (end <= begin) return undefined
  const { id, reason, calendar_name } = closure
  const isWholeDay = begin === 0 && end >= LAST_MINUTE
  return {
    id,
    from: begin,
    to: end >= LAST_MINUTE ? DAY_IN_MINUTES : end,
    isWholeDay,
    hours: isWholeDay ? 'tutto il giorno' : hoursText(closure, begin, end),
    reason,
    calendar_name,
  }
}

function hoursText({ hour_from, hour_to }: Closure, begin: number, end: number) {
  if (begin === 0) return `fino alle ${toShortTime(hour_to)}`
  if (end >= LAST_MINUTE) return `dalle ${toShortTime(hour_from)}`
  return `${toShortTime(hour_from)} - ${toShortTime(hour_to)}`
}
