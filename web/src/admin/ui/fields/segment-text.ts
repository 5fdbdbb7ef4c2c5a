import { type CalendarDate, parseDate, parseTime, type Time } from '@internationalized/date'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { plainTime } from '@prenoto/core/time/plain-time-schema.ts'

/** A part of a date or time as it stands in its field: no number as long as it is not typed. */
type Part = { type: string; value?: number | null }

type TypedPart = { type: 'year' | 'month' | 'day' | 'hour' | 'minute'; value: number }

type Wanted = readonly [type: TypedPart['type'], digits: number][]

const DATE: Wanted = [
  ['year', 4],
  ['month', 2],
  ['day', 2],
]
const TIME: Wanted = [
  ['hour', 2],
  ['minute', 2],
]

/**
 * The text that a form has of a date: 'YYYY-MM-DD', '' when nothing is typed. What is not typed yet is '?', so that no
 * schema takes a half-typed date for a day or for nothing.
 */
export const formatDateSegments = (parts: readonly Part[]) => text(parts, '-', DATE)

/** The same of a time, 'HH:mm'. */
export const formatTimeSegments = (parts: readonly Part[]) => text(parts, ':', TIME)

/** The parts that a form's text names, of a date or of a time. */
export function parseSegments(text: string): TypedPart[] {
  const wanted = text.includes('-') ? DATE : TIME
  const digits = text.split(/[-:]/)
  return wanted.flatMap(([type], i) => (/^\d+$/.test(digits[i] ?? '') ? [{ type, value: Number(digits[i]) }] : []))
}

function text(parts: readonly Part[], separator: string, wanted: Wanted) {
  const found = wanted.map(([type, digits]) => ({ digits, value: parts.find((part) => part.type === type)?.value }))
  if (found.every(({ value }) => value == null)) return ''
  return found
    .map(({ value, digits }) => (value == null ? '?'.repeat(digits) : String(value).padStart(digits, '0')))
    .join(separator)
}

export const isIncomplete = (text: string) => text.includes('?')

/** The date of a form's text; null when it is none. */
export const toDate = (text: string): CalendarDate | null => (isPlainDate(text) ? parseDate(text) : null)

/** The time of a form's text; null when it is none. */
export const toTime = (text: string): Time | null => (plainTime.safeParse(text).success ? parseTime(text) : null)
