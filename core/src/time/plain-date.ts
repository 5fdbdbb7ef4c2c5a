import type * as z from 'zod/mini'

/** A calendar day, 'YYYY-MM-DD', as branded text; days compare as text. */
export type PlainDate = string & z.$brand<'PlainDate'>

/** Throws a RangeError for text that is not a day. */
export function parsePlainDate(text: string): PlainDate {
  if (!isPlainDate(text)) throw new RangeError('Data non valida.')
  return text
}

export function isPlainDate(text: string): text is PlainDate {
  const parts = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** '2026-11-21' → '21-11-2026', the format of calendars and closures in the API. */
export function toItalianDate(date: PlainDate): string {
  return `${date.slice(8, 10)}-${date.slice(5, 7)}-${date.slice(0, 4)}`
}

/** '21-11-2026' → '2026-11-21'; '' for anything else. */
export function parseItalianDate(text: string): PlainDate | '' {
  const italian = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text)
  const date = italian ? `${italian[3]}-${italian[2]}-${italian[1]}` : ''
  return isPlainDate(date) ? date : ''
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return fromEpochDay(epochDay(date) + days)
}

/** The same day of a later month, or the last day of a shorter month. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = toDateParts(date)
  const target = year * 12 + month - 1 + months
  const targetYear = Math.floor(target / 12)
  const targetMonth = target - targetYear * 12 + 1
  return toPlainDate(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)))
}

/** 1 Monday … 7 Sunday. */
export function isoWeekday(date: PlainDate): number {
  return weekdayOfEpochDay(epochDay(date))
}

/** 1 Monday … 7 Sunday: 1970-01-01 was a Thursday. */
function weekdayOfEpochDay(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Days since 1970-01-01, in the Gregorian calendar. */
export function epochDay(date: PlainDate): number {
  const { year, month, day } = toDateParts(date)
  // Counting years from March puts the leap day last: https://howardhinnant.github.io/date_algorithms.html
  const marchYear = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return countDaysBeforeMarch(marchYear) + dayOfYear
}

export function fromEpochDay(day: number): PlainDate {
  let marchYear = Math.floor((day + 719_468) / 365.2425)
  if (countDaysBeforeMarch(marchYear) > day) marchYear -= 1
  else if (countDaysBeforeMarch(marchYear + 1) <= day) marchYear += 1
  const dayOfYear = day - countDaysBeforeMarch(marchYear)
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return monthFromMarch < 10
    ? toPlainDate(marchYear, monthFromMarch + 3, dayOfMonth)
    : toPlainDate(marchYear + 1, monthFromMarch - 9, dayOfMonth)
}

export function toDateParts(date: PlainDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function toPlainDate(year: number, month: number, day: number): PlainDate {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return text as PlainDate
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days from 1970-01-01 to 1 March of a year. */
function countDaysBeforeMarch(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) - 719_468
}
