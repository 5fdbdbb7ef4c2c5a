import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { capitalized, formatDate, formatDay, formatMonth, formatShortDay } from '@prenoto/core/time/format.ts'
import { addDays, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

export type DayOption = { value: PlainDate; text: string }

/**
 * The days to choose from, as 'sab 21 nov', today and tomorrow first, then by month and year. A chosen day stays among
 * them when its last slot has gone: it must not turn into another one by itself.
 */
export function dayOptions(days: AvailableDay[], chosen: string, today: PlainDate): Map<string, DayOption[]> {
  const dates = new Set(days.map(({ date }) => date))
  if (isPlainDate(chosen) && dates.size > 0) dates.add(chosen)
  const groups = new Map<string, DayOption[]>()
  for (const value of [...dates].sort()) {
    const name = nearName(value, today) ?? formatMonth(value)
    groups.set(name, [...(groups.get(name) ?? []), { value, text: formatShortDay(value) }])
  }
  return groups
}

function nearName(day: PlainDate, today: PlainDate) {
  if (day === today) return 'oggi'
  return day === addDays(today, 1) ? 'domani' : undefined
}

export const slotsOf = (days: AvailableDay[], day: string): PlainTime[] =>
  days.find(({ date }) => date === day)?.slots ?? []

/** The first day with a slot from the wanted one on, or else the first of all. */
export const firstFreeDay = (days: AvailableDay[], wanted: string): PlainDate | undefined =>
  (days.find(({ date }) => date >= wanted) ?? days[0])?.date

/** When a new booking is meant to be, and with whom, before anything was chosen. */
export type PreferredVisit = { day?: PlainDate; hour?: PlainTime; calendar?: number }

/** The day on which a new booking was to be, and the first free one that is proposed in its place. */
export type DayShift = { wanted: PlainDate; proposed: PlainDate }

type Beginning = { day: PlainDate; hour?: PlainTime; isFree: boolean }

/** Where a new booking begins: at the hour that is meant, typed freely where it is not offered; else on the first free day from the one that is meant on. */
export function beginningOf(
  days: AvailableDay[],
  { day, hour }: PreferredVisit,
  today: PlainDate,
): Beginning | undefined {
  if (!day) return undefined
  if (hour && day >= today) return { day, hour, isFree: !slotsOf(days, day).includes(hour) }
  const first = firstFreeDay(days, day)
  return first && { day: first, isFree: false }
}

/** The chosen day in full, its year too. */
export function describeDay(chosen: string, today: PlainDate) {
  if (!isPlainDate(chosen)) return undefined
  const name = nearName(chosen, today)
  return capitalized(name ? `${name}, ${formatDate(chosen)}` : formatDate(chosen))
}

/** Says that another day is proposed than the one that was wanted, and why. */
export function describeShift({ wanted, proposed }: DayShift, today: PlainDate) {
  const reason = wanted < today ? 'è già passato' : 'non ha orari liberi'
  return `${capitalized(formatDay(wanted))} ${reason}: ti proponiamo ${formatDay(proposed)}.`
}
