import { fromEpochDay, isPlainDate, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toPlainTime } from '../time/plain-time.ts'
import { localTimeAt } from '../time/time-zone.ts'

/** The order of day and month in dates such as 03/04/2026. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** 'either': dates of this column can be read in both orders. */
export type FoundOrder = DateOrder | 'either' | null

const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?=$|[\sT,])/
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[\sT,])/
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|º|°)?[\s.-]+(?:de\s+|of\s+)?(\p{L}+)\.?,?[\s.-]+(\d{4}|\d{2})(?=$|[\s,])/u
const MONTH_FIRST = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\s,])/u
const WEEKDAY = /^(?:lun|mar|mer|gio|ven|sab|dom|mon|tue|wed|thu|fri|sat|sun)\p{L}*\.?,?\s+(?=\d|\p{L})/iu

/** The first letters of the months, Italian and English. */
const MONTHS = [
  ['gen', 'jan'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['mag', 'may'],
  ['giu', 'jun'],
  ['lug', 'jul'],
  ['ago', 'aug'],
  ['set', 'sep'],
  ['ott', 'oct'],
  ['nov'],
  ['dic', 'dec'],
]

const toMonth = (name: string) =>
  MONTHS.findIndex((starts) => starts.some((start) => name.toLowerCase().startsWith(start))) + 1

/** Infers the order of day and month from the values of a column; null without numeric dates. */
export function dateOrderFinder() {
  let [isDayFirst, isMonthFirst, isEither] = [false, false, false]
  return {
    add(value: string) {
      const [, first, second] = NUMERIC.exec(value) ?? []
      if (!first) return
      if (Number(first) > 12) isDayFirst = true
      else if (Number(second) > 12) isMonthFirst = true
      else isEither = true
    },
    getOrder(): FoundOrder {
      if (isDayFirst !== isMonthFirst) return isDayFirst ? 'dmy' : 'mdy'
      return isDayFirst || isEither ? 'either' : null
    },
  }
}

/** 'martedì 3 novembre' → '3 novembre'; 'Mar 3, 2026' stays, since it is a month. */
const withoutWeekday = (text: string) => (MONTH_FIRST.test(text) ? text : text.replace(WEEKDAY, ''))

/** A day as spreadsheets store it, in days since 30 December 1899, perhaps with its hour as a fraction. */
const SERIAL = /^([3-7]\d{4})(?:[.,](\d+))?$/
const SERIAL_OF_EPOCH = 25_569

/** The day at the beginning of a text, with the rest of it; undefined if there is none. */
function readDay(text: string, order: DateOrder): { day: PlainDate; rest: string } | undefined {
  const trimmed = withoutWeekday(text.trim())
  const [, serial, fraction] = SERIAL.exec(trimmed) ?? []
  if (serial) return { day: fromEpochDay(Number(serial) - SERIAL_OF_EPOCH), rest: fraction ? `0.${fraction}` : '' }
  const read = (
    match: RegExpExecArray | null,
    parts: (match: RegExpExecArray) => [string, string | number, string],
  ) => {
    if (!match) return undefined
    const [year, month, day] = parts(match)
    const date = `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(day)}`
    return isPlainDate(date) ? { day: date, rest: trimmed.slice(match[0].length) } : undefined
  }
  return (
    read(ISO.exec(trimmed), ([, year, month, day]) => [year!, month!, day!]) ??
    read(NUMERIC.exec(trimmed), ([, one, two, year]) =>
      order === 'dmy' ? [year!, two!, one!] : [year!, one!, two!],
    ) ??
    read(DAY_FIRST.exec(trimmed), ([, day, name, year]) => [year!, toMonth(name!), day!]) ??
    read(MONTH_FIRST.exec(trimmed), ([, name, day, year]) => [year!, toMonth(name!), day!])
  )
}

const twoDigits = (value: string | number) => String(value).padStart(2, '0')

const HOUR =
  /^(?:(?:alle|ore|at|h)\s+)?(\d{1,2})(?:[:.,](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?\s*(?:([ap])\.?m\.?)?(?=$|[\s(–-])/iu

/** '0,395833': the share of a day that has passed. */
const FRACTION = /^0[.,](\d+)$/

const MINUTES_A_DAY = 1_440

/** '9:30', '9.30', '9,30', '09:30:00', '9:30 pm', '9 am' or the fraction of a day at the beginning of a text. */
function readHour(text: string): PlainTime | undefined {
  const [, fraction] = FRACTION.exec(text.trim()) ?? []
  if (fraction) return toPlainTime(Math.min(MINUTES_A_DAY - 1, Math.round(Number(`0.${fraction}`) * MINUTES_A_DAY)))
  const [, hours, minutes, half] = HOUR.exec(text.trim()) ?? []
  // A bare number is no hour, unless 'am' or 'pm' says so.
  if (!hours || (minutes === undefined && !half)) return undefined
  const hour = Number(hours)
  if (Number(minutes ?? 0) > 59 || hour > 23 || (half && (hour > 12 || hour === 0))) return undefined
  const ofDay = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour
  return toPlainTime(ofDay * 60 + Number(minutes ?? 0))
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})$/

function parseInstant(text: string) {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}

type When = { visit_day?: PlainDate; visit_hour?: PlainTime }
type Cells = { day: string; hour: string }

/**
 * Day and hour of a line: local times of the business, and instants with an offset converted to them. A missing or unreadable
 * part is undefined.
 */
export function readWhen({ day, hour }: Cells, { order, timeZone }: { order: DateOrder; timeZone: string }): When {
  if (WITH_OFFSET.test(day.trim())) {
    const instant = parseInstant(day.trim().replace(' ', 'T').replace(/\s+/g, ''))
    if (!instant) return {}
    const { date, minutes } = localTimeAt(instant.epochMilliseconds, timeZone)
    return isPlainDate(date) ? { visit_day: date, visit_hour: toPlainTime(minutes) } : {}
  }
  const read = readDay(day, order)
  // The hour's column may repeat the day, as in a spreadsheet with date and time in one cell.
  const hourInCell =
    hour.trim() === ''
      ? undefined
      : (readHour(hour) ?? readHour(readDay(hour, order)?.rest.replace(/^[\sT,]+/, '') ?? ''))
  const visit_hour = hour.trim() === '' && read ? readHour(read.rest.replace(/^[\sT,]+/, '')) : hourInCell
  return { ...(read && { visit_day: read.day }), ...(visit_hour && { visit_hour }) }
}
