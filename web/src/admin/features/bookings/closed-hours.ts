import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toMinuteOfDay, toShortTime } from '@prenoto/core/time/plain-time.ts'

/** The part of one day that a closure closes. */
export type ClosedHours = {
  id: number
  /** Minutes since midnight. */
  from: number
  to: number
  isWholeDay: boolean
  /** 'tutto il giorno', 'dalle 13:00', 'fino alle 12:00' or '09:00 - 12:00'. */
  hours: string
  reason: string
  /** For several calendars 'Tutti i calendari' or all their names. */
  calendar_name: string
  /** 'tutti i calendari' or '3 calendari'; empty for a single one. */
  several: string
}

const DAY_IN_MINUTES = 1440
/** A closure until 23:59 lasts until midnight. */
const LAST_MINUTE = DAY_IN_MINUTES - 1

/** Equal for closures that differ only in their calendar. */
const closureKey = ({ day_from, hour_from, day_to, hour_to, reason }: Closure) =>
  [day_from, hour_from, day_to, hour_to, reason].join(' ')

/** The closed hours of each day in a range. Closures that differ only in their calendar are merged. */
export function closedHoursByDay(closures: Closure[], { from, to }: { from: PlainDate; to: PlainDate }) {
  const days = new Map<PlainDate, ClosedHours[]>()
  for (const same of Map.groupBy(closures, closureKey).values()) {
    const [closure] = same as [Closure]
    const first = closure.day_from > from ? closure.day_from : from
    const last = closure.day_to < to ? closure.day_to : to
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const closed = closedHoursOnDay(same as [Closure], day)
      if (closed) days.set(day, [...(days.get(day) ?? []), closed])
    }
  }
  return days
}

/** The part of a day that equal closures close; undefined outside their days or if they end at its first minute. */
export function closedHoursOnDay(same: [Closure, ...Closure[]], day: PlainDate): ClosedHours | undefined {
  const [closure] = same
  if (day < closure.day_from || day > closure.day_to) return undefined
  const begin = day === closure.day_from ? toMinuteOfDay(closure.hour_from) : 0
  const end = day === closure.day_to ? toMinuteOfDay(closure.hour_to) : DAY_IN_MINUTES
  if (end <= begin) return undefined
  const { id, reason, of_all } = closure
  const isWholeDay = begin === 0 && end >= LAST_MINUTE
  const names = [...new Map(same.map(({ calendar_id, calendar_name }) => [calendar_id, calendar_name])).values()]
  return {
    id,
    from: begin,
    to: end >= LAST_MINUTE ? DAY_IN_MINUTES : end,
    isWholeDay,
    hours: isWholeDay ? 'tutto il giorno' : hoursText(closure, begin, end),
    reason,
    calendar_name: of_all ? 'Tutti i calendari' : names.join(', '),
    several: of_all ? 'tutti i calendari' : names.length > 1 ? `${names.length} calendari` : '',
  }
}

function hoursText({ hour_from, hour_to }: Closure, begin: number, end: number) {
  if (begin === 0) return `fino alle ${toShortTime(hour_to)}`
  if (end >= LAST_MINUTE) return `dalle ${toShortTime(hour_from)}`
  return `${toShortTime(hour_from)} - ${toShortTime(hour_to)}`
}
