import { addDays, addMonths, epochDay, type PlainDate, toDateParts } from '../time/plain-date.ts'

/** Both days are included. */
export type Period = { from: PlainDate; to: PlainDate }

/** Maximum length of a report's period, in months. */
export const MAX_MONTHS = 24

const daysIn = ({ from, to }: Period) => epochDay(to) - epochDay(from) + 1

/** Length in whole months; undefined when the period begins or ends within a month. */
export function wholeMonths({ from, to }: Period): number | undefined {
  const next = toDateParts(addDays(to, 1))
  if (toDateParts(from).day !== 1 || next.day !== 1) return undefined
  const first = toDateParts(from)
  return (next.year - first.year) * 12 + next.month - first.month
}

/** Shifts a period by `by` times its length; whole months stay whole months. */
export function shiftPeriod(period: Period, by: number): Period {
  const months = wholeMonths(period)
  if (months === undefined) {
    const days = daysIn(period) * by
    return { from: addDays(period.from, days), to: addDays(period.to, days) }
  }
  const from = addMonths(period.from, months * by)
  return { from, to: addDays(addMonths(from, months), -1) }
}

/** Cuts a period in progress at today, and the previous period to the same number of days. */
export function comparedPeriods(period: Period, today: PlainDate): { current: Period; previous: Period } {
  const previous = shiftPeriod(period, -1)
  if (today < period.from || today >= period.to) return { current: period, previous }
  const passed = epochDay(today) - epochDay(period.from)
  const until = addDays(previous.from, passed)
  return {
    current: { from: period.from, to: today },
    previous: { from: previous.from, to: until < previous.to ? until : previous.to },
  }
}

export type PeriodKind = 'month' | 'quarter' | 'year' | 'range'

export function getPeriodKind(period: Period): PeriodKind {
  const months = wholeMonths(period)
  const { month } = toDateParts(period.from)
  if (months === 1) return 'month'
  if (months === 3 && month % 3 === 1) return 'quarter'
  return months === 12 && month === 1 ? 'year' : 'range'
}

const LENGTHS = { month: 1, quarter: 3, year: 12 }

export function periodAround(day: PlainDate, kind: Exclude<PeriodKind, 'range'>): Period {
  const length = LENGTHS[kind]
  const first = addDays(day, 1 - toDateParts(day).day)
  const from = addMonths(first, -((toDateParts(first).month - 1) % length))
  return { from, to: addDays(addMonths(from, length), -1) }
}

/** A report has one row a day up to this many days, above it one row a month. */
const SHORT = 62

/** The first day of each row of a report. */
export function splitPeriod(period: Period): { unit: 'day' | 'month'; starts: PlainDate[] } {
  const unit = daysIn(period) <= SHORT ? 'day' : 'month'
  const starts: PlainDate[] = []
  for (let day = period.from; day <= period.to; day = nextStart(day, unit)) starts.push(day)
  return { unit, starts }
}

const nextStart = (day: PlainDate, unit: 'day' | 'month') =>
  unit === 'day' ? addDays(day, 1) : addMonths(addDays(day, 1 - toDateParts(day).day), 1)
