import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { capitalize, formatDate, formatDay, formatMonth, formatShortDay } from '@prenoto/core/time/format.ts'
import { addDays, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

export type DayOption = { value: PlainDate; text: string }

/**
 * The days to choose from, as 'sab 21 nov', grouped as today, tomorrow, then by month and year. Keeps a chosen day
 * without slots, so that the selection does not change silently.
 */
export function dayOptions(days: AvailableDay[], chosen: string, today: PlainDate): Map<string, DayOption[]> {
  const dates = new Set(days.map(({ date }) => date))
  if (isPlainDate(chosen) && dates.size > 0) dates.add(chosen)
  const groups = new Map<string, DayOption[]>()
  for (const value of [...dates].sort()) {
    const name = relativeName(value, today) ?? formatMonth(value)
    groups.set(name, [...(groups.get(name) ?? []), { value, text: formatShortDay(value) }])
  }
  return groups
}

function relativeName(day: PlainDate, today: PlainDate) {
  if (day === today) return 'oggi'
  return day === addDays(today, 1) ? 'domani' : undefined
}

export const slotsOnDay = (days: AvailableDay[], day: string): PlainTime[] =>
  days.find(({ date }) => date === day)?.slots ?? []

/** The first day with a slot on or after the requested one, else the first of all. */
export const firstAvailableDay = (days: AvailableDay[], requested: string): PlainDate | undefined =>
  (days.find(({ date }) => date >= requested) ?? days[0])?.date

/** Initial day, time and calendar of a new booking. A tapped time can become a slot that begins after `notBefore`. */
export type PreferredVisit = { day?: PlainDate; hour?: PlainTime; notBefore?: PlainTime; calendar?: number }

/** A requested day without slots and the available day proposed instead. */
export type ProposedDay = { requested: PlainDate; proposed: PlainDate }

type InitialVisit = { day: PlainDate; hour?: PlainTime; isCustomTime: boolean }

/**
 * The initial day and time: the preferred time or, for a tapped one, the slot before it; a custom time if there is none.
 * Without a time, the first available day.
 */
export function chooseInitialVisit(
  days: AvailableDay[],
  { day, hour, notBefore = hour }: PreferredVisit,
  today: PlainDate,
): InitialVisit | undefined {
  if (!day) return undefined
  if (hour && day >= today) {
    const slot = slotsOnDay(days, day).findLast((slot) => slot <= hour && slot >= notBefore!)
    return { day, hour: slot ?? hour, isCustomTime: slot === undefined }
  }
  const first = firstAvailableDay(days, day)
  return first && { day: first, isCustomTime: false }
}

/** 'Oggi, sabato 21 novembre 2026' */
export function describeDay(chosen: string, today: PlainDate) {
  if (!isPlainDate(chosen)) return undefined
  const name = relativeName(chosen, today)
  return capitalize(name ? `${name}, ${formatDate(chosen)}` : formatDate(chosen))
}

/** Explains why another day is proposed. */
export function describeProposedDay({ requested, proposed }: ProposedDay, today: PlainDate) {
  const reason = requested < today ? 'è già passato' : 'non ha orari liberi'
  return `${capitalize(formatDay(requested))} ${reason}: ti proponiamo ${formatDay(proposed)}.`
}
