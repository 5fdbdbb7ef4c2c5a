import { idParam } from '../contract/pagination.ts'
import type { PlainDate } from '../time/plain-date.ts'
import { plainDate } from '../time/plain-date-schema.ts'
import { type PlainTime, toShortTime } from '../time/plain-time.ts'
import { plainTime } from '../time/plain-time-schema.ts'

/** The selection in the URL of a booking page. */
export type ChosenVisit = {
  /** First day of the day strip. */
  start?: PlainDate
  day?: PlainDate
  hour?: PlainTime
  /** Calendar id; missing means any calendar. */
  calendar?: number
}

/** Names of the query parameters: `?con=12&giorno=2026-11-28&ora=09:30`. */
export const CHOICE = { calendar: 'con', start: 'dal', day: 'giorno', hour: 'ora' } as const

/** Ignores invalid parameters; undefined when no valid one is left. */
export function readChosenVisit(query: unknown): ChosenVisit | undefined {
  const texts = query as Record<string, unknown>
  const start = plainDate.safeParse(texts[CHOICE.start]).data
  const day = plainDate.safeParse(texts[CHOICE.day]).data
  const hour = day && plainTime.safeParse(texts[CHOICE.hour]).data
  const calendar = idParam.safeParse(texts[CHOICE.calendar]).data
  return start || day || calendar ? { start, day, hour, calendar } : undefined
}

/** The inverse of `readChosenVisit`. */
export function chosenVisitQuery({ calendar, start, day, hour }: ChosenVisit): [name: string, value: string][] {
  const parts = [
    [CHOICE.calendar, calendar && String(calendar)],
    [CHOICE.start, start],
    [CHOICE.day, day],
    [CHOICE.hour, hour && toShortTime(hour)],
  ] as const
  return parts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}
