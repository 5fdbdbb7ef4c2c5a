import ICAL from 'ical.js'
import { DAY_SECONDS, fromIcalTime, type LocalTime, toIcalTime, utcClock, type ZoneClock } from './local-time.ts'

/** A rule has more occurrences before the end of the period than are computed. */
export class TooManyOccurrences extends Error {}

/** Days or steps of one rule, those before the period included: 54 years of a daily event. */
const MAX_STEPS = 20_000

type Start = { time: LocalTime; clock: ZoneClock }

/** The first and the last day of interest; occurrences before or after them may be left out. */
type Days = { first: number; last: number }

/** The local starts of a rule, with that of the event itself. Throws for a rule that cannot be read. */
export function* listOccurrences(text: string, { time: start, clock }: Start, days: Days): Generator<LocalTime> {
  const recur = ICAL.Recur.fromString(text)
  const until = recur.until ? localUntil(recur.until, start, clock) : Number.POSITIVE_INFINITY
  // The library would compare a moment in UTC with local times.
  recur.until = null
  const occurrences = toDayRule(recur, start) ?? toRule(recur, start)
  yield start
  let count = 1
  for (const time of occurrences(days, recur.count ? start.day : days.first)) {
    if (utcClock(time) <= utcClock(start)) continue
    count += 1
    if (utcClock(time) > until || (recur.count && count > recur.count) || time.day > days.last) return
    yield time
  }
}

/** The last local moment of a rule; a date includes its whole day. */
function localUntil(until: ICAL.Time, start: LocalTime, clock: ZoneClock): number {
  const time = fromIcalTime(until)
  if (time.second === undefined || start.second === undefined) return time.day * DAY_SECONDS + DAY_SECONDS - 1
  const seconds = utcClock(time)
  return until.zone === ICAL.Timezone.utcTimezone ? seconds * 2 - clock(time) : seconds
}

/** Occurrences until the last day, those before `from` left out where that is simple. */
type Rule = (days: Days, from: number) => Iterable<LocalTime>

/** Any rule, by the library. */
const toRule = (recur: ICAL.Recur, start: LocalTime): Rule =>
  function* ({ last }) {
    const iterator = recur.iterator(toIcalTime(start))
    for (let i = 0; ; i++) {
      if (i > MAX_STEPS) throw new TooManyOccurrences()
      const next = iterator.next()
      if (!next) return
      const time = fromIcalTime(next)
      yield time
      if (time.day > last) return
    }
  }

/** 'MO', '2TU' or '-1FR': the weekday, 0 for Sunday, and its number in the month, 0 for each. */
type Weekday = { weekday: number; ordinal: number }

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function parseWeekday(text: string): Weekday {
  const [, ordinal = '0', name = ''] = /^([+-]?\d+)?(\w\w)$/.exec(text.toUpperCase()) ?? []
  return { weekday: WEEKDAYS.indexOf(name), ordinal: Number(ordinal) }
}

const SIMPLE_PARTS = new Set(['BYDAY', 'BYMONTHDAY', 'BYMONTH'])

/** A rule that decides for each day alone, as nearly all do; much faster than the library, and it never runs on. */
function toDayRule({ freq, interval, parts, wkst }: ICAL.Recur, start: LocalTime): Rule | undefined {
  if (!Object.keys(parts).every((part) => SIMPLE_PARTS.has(part))) return undefined
  const { BYMONTH: months, BYMONTHDAY: dates } = parts as { BYMONTH?: number[]; BYMONTHDAY?: number[] }
  const weekdays = (parts.BYDAY as string[] | undefined)?.map(parseWeekday)
  const inYear = freq === 'YEARLY' && weekdays !== undefined && !months
  if (inYear || (freq !== 'MONTHLY' && freq !== 'YEARLY' && weekdays?.some(({ ordinal }) => ordinal !== 0)))
    return undefined
  const first = toCivil(start.day)
  const step = Math.max(interval, 1)
  const weekStart = (wkst ?? 2) - 1
  const week = (day: number) => Math.floor((day - ((toWeekday(day) - weekStart + 7) % 7)) / 7)
  const monthsSince = ({ year, month }: Civil) => (year - first.year) * 12 + month - first.month
  const isInPeriod: Record<string, (day: number, civil: Civil) => boolean> = {
    DAILY: (day) => (day - start.day) % step === 0,
    WEEKLY: (day) =>
      (week(day) - week(start.day)) % step === 0 && (weekdays !== undefined || toWeekday(day) === toWeekday(start.day)),
    MONTHLY: (_, civil) =>
      monthsSince(civil) % step === 0 && (weekdays !== undefined || dates !== undefined || civil.date === first.date),
    YEARLY: (_, civil) =>
      (civil.year - first.year) % step === 0 &&
      (months !== undefined || dates !== undefined || civil.month === first.month) &&
      (weekdays !== undefined || dates !== undefined || civil.date === first.date),
  }
  const applies = isInPeriod[freq]
  if (!applies) return undefined
  return function* ({ last }, from) {
    const begin = Math.max(start.day, from)
    if (last - begin > MAX_STEPS) throw new TooManyOccurrences()
    for (let day = begin; day <= last; day++) {
      const civil = toCivil(day)
      if (months && !months.includes(civil.month)) continue
      if (!applies(day, civil)) continue
      if (dates && !dates.includes(civil.date) && !dates.includes(civil.date - civil.length - 1)) continue
      if (weekdays && !weekdays.some((one) => isWeekday(one, day, civil))) continue
      yield { ...start, day }
    }
  }
}

type Civil = { year: number; month: number; date: number; length: number }

const civilDays = new Map<number, Civil>()

/** Year, month, day and the length of the month. */
function toCivil(day: number): Civil {
  const cached = civilDays.get(day)
  if (cached) return cached
  const at = new Date(day * DAY_SECONDS * 1000)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1]
  const civil = { year, month, date: at.getUTCDate(), length: new Date(Date.UTC(year, month, 0)).getUTCDate() }
  civilDays.set(day, civil)
  return civil
}

/** 1970-01-01 was a Thursday. */
const toWeekday = (day: number) => (((day + 4) % 7) + 7) % 7

function isWeekday({ weekday, ordinal }: Weekday, day: number, { date, length }: Civil): boolean {
  if (toWeekday(day) !== weekday) return false
  if (ordinal > 0) return Math.ceil(date / 7) === ordinal
  return ordinal === 0 || Math.ceil((length - date + 1) / 7) === -ordinal
}
