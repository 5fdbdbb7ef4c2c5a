import { idParam } from '../contract/pagination.ts'
import type { PlainDate } from '../time/plain-date.ts'
import { plainDate } from '../time/plain-date-schema.ts'
import { type PlainTime, toShortTime } from '../time/plain-time.ts'
import { plainTime } from '../time/plain-time-schema.ts'

/** What the address of a booking page says of a visit that is still to be booked. */
export type ChosenVisit = {
  /** The first day that the strip shows. */
  start?: PlainDate
  day?: PlainDate
  /** Of that day. */
  hour?: PlainTime
  /** With whom; without it, with anybody. */
  calendar?: number
}

/** What the parts of a visit are called in an address: `?con=12&giorno=2026-11-28&ora=09:30`. */
export const CHOICE = { calendar: 'con', start: 'dal', day: 'giorno', hour: 'ora' } as const

/** What a query has chosen, as far as it can be read; undefined when that is nothing. */
export function readChosenVisit(query: unknown): ChosenVisit | undefined {
  const texts = query as Record<string, unknown>
  const start = plainDate.safeParse(texts[CHOICE.start]).data
  const day = plainDate.safeParse(texts[CHOICE.day]).data
  const hour = day && plainTime.safeParse(texts[CHOICE.hour]).data
  const calendar = idParam.safeParse(texts[CHOICE.calendar]).data
  return start || day || calendar ? { start, day, hour, calendar } : undefined
}

/** The query that `readChosenVisit` reads as this visit, as its names and values. */
export function chosenVisitQuery({ calendar, start, day, hour }: ChosenVisit): [name: string, value: string][] {
  const parts = [
    [CHOICE.calendar, calendar && String(calendar)],
    [CHOICE.start, start],
    [CHOICE.day, day],
    [CHOICE.hour, hour && toShortTime(hour)],
  ] as const
  return parts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}
