import type { PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toShortTime } from '../time/plain-time.ts'

/** The selection in the URL of a booking page. */
export type ChosenVisit = {
  /** First day of the day strip. */
  start?: PlainDate
  day?: PlainDate
  hour?: PlainTime
  /** Calendar id; missing means any calendar. */
  calendar?: number
  /** Id of the service's variant; missing means its first one. */
  variant?: number
  /** The other services of the visit, as `alsoText` writes them. */
  also?: string
  /** Where the visitor found the link, as `parseLinkSource` reads it. */
  source?: string
}

/** Names of the query parameters: `?variante=4&poi=7,9:2&con=12&giorno=2026-11-28&ora=09:30&da=google`. */
export const CHOICE = {
  variant: 'variante',
  also: 'poi',
  calendar: 'con',
  start: 'dal',
  day: 'giorno',
  hour: 'ora',
  source: 'da',
} as const

/** The inverse of `readChosenVisit`. */
export function chosenVisitQuery({
  variant,
  also,
  calendar,
  start,
  day,
  hour,
  source,
}: ChosenVisit): [name: string, value: string][] {
  const parts = [
    [CHOICE.variant, variant && String(variant)],
    [CHOICE.also, also],
    [CHOICE.calendar, calendar && String(calendar)],
    [CHOICE.start, start],
    [CHOICE.day, day],
    [CHOICE.hour, hour && toShortTime(hour)],
    [CHOICE.source, source],
  ] as const
  return parts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}
