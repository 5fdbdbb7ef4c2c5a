import { LRUCache } from 'lru-cache'

/** A transition of a time zone, or its initial state. `at`: local time by the old offset. */
type Change = { at: Temporal.PlainDateTime; from: string; to: string }

/** A transition on the same weekday of the same month every year. */
type YearlyChange = { first: Change; rule: string }

/** Years that a yearly rule must hold, and years described after the last visit. */
const YEARS = 3

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const BEFORE_ALL = Temporal.PlainDateTime.from('1970-01-01T00:00:00')

/** VTIMEZONEs by zone, first and last year. */
const cache = new LRUCache<string, string>({ max: 50 })

/** The VTIMEZONE for visits between two instants, from the same time zone data as the visits' own instants. */
export function buildVtimezone(timeZone: string, first: Temporal.Instant, last: Temporal.Instant): string {
  const getYear = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).year
  const [from, to] = [getYear(first), getYear(last)]
  const key = `${timeZone} ${from} ${to}`
  const cached = cache.get(key)
  if (cached) return cached
  const component = vtimezoneOfYears(timeZone, from, to)
  cache.set(key, component)
  return component
}

function vtimezoneOfYears(timeZone: string, firstYear: number, lastYear: number): string {
  const newYear = (year: number) => Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(timeZone)
  const start = newYear(firstYear - 1)
  const changes = changesBetween(start, newYear(lastYear + 1 + YEARS))
  const yearly = yearlyChanges(changes)
  const observances = yearly
    ? yearly.map(({ first, rule }) => observance(first, rule))
    : changes.map((c) => observance(c))
  const isKnownFromTheStart = changes[0] && changes[0].at.year < firstYear
  if (!isKnownFromTheStart) observances.unshift(observance({ at: BEFORE_ALL, from: start.offset, to: start.offset }))
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}

function changesBetween(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Change[] {
  const changes: Change[] = []
  let moment = start.getTimeZoneTransition('next')
  while (moment && Temporal.ZonedDateTime.compare(moment, end) <= 0) {
    const from = moment.subtract({ nanoseconds: 1 }).offset
    changes.push({ at: moment.withTimeZone(from).toPlainDateTime(), from, to: moment.offset })
    moment = moment.getTimeZoneTransition('next')
  }
  return changes
}

/** The two yearly rules that produce these transitions; undefined if there is no such pair. */
function yearlyChanges(changes: Change[]): [YearlyChange, YearlyChange] | undefined {
  const one = yearlyChange(changes.filter((_, index) => index % 2 === 0))
  const other = yearlyChange(changes.filter((_, index) => index % 2 === 1))
  return one && other && [one, other]
}

function yearlyChange(changes: Change[]): YearlyChange | undefined {
  const [first] = changes
  if (!first || changes.length < YEARS) return undefined
  const isSameEachYear = changes.every(
    ({ at, from, to }, index) =>
      at.year === first.at.year + index &&
      at.month === first.at.month &&
      at.dayOfWeek === first.at.dayOfWeek &&
      at.toPlainTime().equals(first.at.toPlainTime()) &&
      from === first.from &&
      to === first.to,
  )
  if (!isSameEachYear) return undefined
  const weekday = WEEKDAYS[first.at.dayOfWeek - 1]!
  const inYear = (week: string) => `FREQ=YEARLY;BYMONTH=${first.at.month};BYDAY=${week}${weekday}`
  if (changes.every(({ at }) => at.day + 7 > at.daysInMonth)) return { first, rule: inYear('-1') }
  const week = weekOfMonth(first)
  return changes.every((change) => weekOfMonth(change) === week) ? { first, rule: inYear(String(week)) } : undefined
}

const weekOfMonth = ({ at }: Change) => Math.ceil(at.day / 7)

function observance({ at, from, to }: Change, rule?: string) {
  const kind = parseOffset(to) > parseOffset(from) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${from.replaceAll(':', '')}`,
    `TZOFFSETTO:${to.replaceAll(':', '')}`,
    `END:${kind}`,
  ].join('\r\n')
}

/** '-03:30' → -210 */
function parseOffset(offset: string) {
  const [hours = '', minutes = ''] = offset.slice(1).split(':')
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
