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
  /** Of several that are closed by the same 'Tutti i calendari', or each of them. */
  calendar_name: string
  /** 'tutti i calendari' or '3 calendari'; '' of a single one. */
  several: string
}

const DAY_IN_MINUTES = 1440
/** Whoever closes until 23:59 closes the day. */
const LAST_MINUTE = DAY_IN_MINUTES - 1

/** All of a closure but the calendar that it closes. */
const whatOf = ({ day_from, hour_from, day_to, hour_to, reason }: Closure) =>
  [day_from, hour_from, day_to, hour_to, reason].join(' ')

/** When calendars are closed on each of the days from one to another; those that are closed by the same are one. */
export function closedHoursByDay(closures: Closure[], { from, to }: { from: PlainDate; to: PlainDate }) {
  const days = new Map<PlainDate, ClosedHours[]>()
  for (const same of Map.groupBy(closures, whatOf).values()) {
    const [closure] = same as [Closure]
    const first = closure.day_from > from ? closure.day_from : from
    const last = closure.day_to < to ? closure.day_to : to
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const closed = closedHoursOf(same as [Closure], day)
      if (closed) days.set(day, [...(days.get(day) ?? []), closed])
    }
  }
  return days
}

/** What closures of one time and reason take of one day: nothing of days before and after, nor of the one at whose midnight they end. */
export function closedHoursOf(same: [Closure, ...Closure[]], day: PlainDate): ClosedHours | undefined {
  const [closure] = same
  if (day < closure.day_from || day > closure.day_to) return undefined
  const begin = day === closure.day_from ? minutesOf(closure.hour_from) : 0
  const end = day === closure.day_to ? minutesOf(closure.hour_to) : DAY_IN_MINUTES
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
