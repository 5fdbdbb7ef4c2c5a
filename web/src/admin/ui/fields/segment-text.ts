import { type CalendarDate, parseDate, parseTime, type Time } from '@internationalized/date'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { plainTime } from '@prenoto/core/time/plain-time-schema.ts'

/** A segment of a date or time field; it has no number until it is typed. */
type Segment = { type: string; value?: number | null }

type TypedSegment = { type: 'year' | 'month' | 'day' | 'hour' | 'minute'; value: number }

type Format = readonly [type: TypedSegment['type'], digits: number][]

const DATE: Format = [
  ['year', 4],
  ['month', 2],
  ['day', 2],
]
const TIME: Format = [
  ['hour', 2],
  ['minute', 2],
]

/**
 * Formats a date as 'YYYY-MM-DD', or '' if nothing is typed. Missing digits are '?', so that schemas reject an incomplete
 * date.
 */
export const formatDateSegments = (parts: readonly Segment[]) => text(parts, '-', DATE)

/** Formats a time as 'HH:mm', in the same way. */
export const formatTimeSegments = (parts: readonly Segment[]) => text(parts, ':', TIME)

/** The typed segments of a date's or time's text. */
export function parseSegments(text: string): TypedSegment[] {
  const format = text.includes('-') ? DATE : TIME
  const digits = text.split(/[-:]/)
  return format.flatMap(([type], i) => (/^\d+$/.test(digits[i] ?? '') ? [{ type, value: Number(digits[i]) }] : []))
}

function text(parts: readonly Segment[], separator: string, format: Format) {
  const segments = format.map(([type, digits]) => ({ digits, value: parts.find((part) => part.type === type)?.value }))
  if (segments.every(({ value }) => value == null)) return ''
  return segments
    .map(({ value, digits }) => (value == null ? '?'.repeat(digits) : String(value).padStart(digits, '0')))
    .join(separator)
}

export const isIncomplete = (text: string) => text.includes('?')

export const toDate = (text: string): CalendarDate | null => (isPlainDate(text) ? parseDate(text) : null)

export const toTime = (text: string): Time | null => (plainTime.safeParse(text).success ? parseTime(text) : null)
