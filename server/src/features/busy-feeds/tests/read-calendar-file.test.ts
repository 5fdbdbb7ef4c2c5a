import { type Interval, union } from '@prenoto/core/availability/intervals.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import fc from 'fast-check'
import ical, { type VEvent } from 'node-ical'
import { describe, expect, test } from 'vitest'
import { readCalendarFile } from '../ical/read-calendar-file.ts'

const timeZone = 'Europe/Rome'
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds / 60_000
const period = { from: at('2026-11-20T00:00'), to: at('2027-12-21T00:00') }

const fileWith = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@example.it', ...lines, 'END:VEVENT']

/** Local times of the business, '2026-11-23 09:00–10:00'. */
const show = ({ from, to }: Interval) => {
  const [start, end] = [from, to].map((minute) =>
    Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(timeZone),
  )
  const day = (time: Temporal.ZonedDateTime) => time.toPlainDate().toString()
  const hour = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${day(start!)} ${hour(start!)}–${day(start!) === day(end!) ? '' : `${day(end!)} `}${hour(end!)}`
}
const read = (...lines: string[]) => readCalendarFile(fileWith(...lines), { timeZone, period }).busy.map(show)

describe('the times of an event', () => {
  test.each([
    [
      'in the time zone of the business',
      ['DTSTART:20261123T090000', 'DTEND:20261123T100000'],
      '2026-11-23 09:00–10:00',
    ],
    ['in UTC', ['DTSTART:20261123T090000Z', 'DURATION:PT45M'], '2026-11-23 10:00–10:45'],
    ['in a zone of IANA', ['DTSTART;TZID=America/New_York:20261123T090000', 'DURATION:PT1H'], '2026-11-23 15:00–16:00'],
    [
      'in an unknown zone',
      ['DTSTART;TZID="Un altro: posto":20261123T090000', 'DURATION:PT1H'],
      '2026-11-23 09:00–10:00',
    ],
    ['on a whole day', ['DTSTART;VALUE=DATE:20261123'], '2026-11-23 00:00–2026-11-24 00:00'],
    ['on the day on which the clocks go forward', ['DTSTART;VALUE=DATE:20270328'], '2027-03-28 00:00–2027-03-29 00:00'],
    ['with seconds', ['DTSTART:20261123T090030', 'DTEND:20261123T095930'], '2026-11-23 09:00–10:00'],
    ['begun before the period', ['DTSTART:20261119T220000', 'DTEND:20261120T010000'], '2026-11-20 00:00–01:00'],
    ['on a folded line', ['DTSTART:2026112', ' 3T090000', 'DURATION:PT1H'], '2026-11-23 09:00–10:00'],
  ])('%s', (_, lines, expected) => {
    expect(read(...event(...lines))).toEqual([expected])
  })

  test('an event has the time of a zone that the file describes', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Ora di Roma',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    const weekly = event('DTSTART;TZID=Ora di Roma:20270322T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')
    expect(read(...zone, ...weekly)).toEqual(['2027-03-22 09:00–10:00', '2027-03-29 09:00–10:00'])
  })

  test.each([
    ['free', ['TRANSP:TRANSPARENT']],
    ['cancelled', ['STATUS:CANCELLED']],
    ['free for Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE']],
    ['without a duration', []],
    ['past', ['DTEND:20261123T100000', 'DTSTART:20261119T090000', 'DTEND:20261119T100000']],
  ])('do not count if it is %s', (name, lines) => {
    const times = name === 'past' ? [] : ['DTSTART:20261123T090000', ...(lines.length > 0 ? ['DURATION:PT1H'] : [])]
    expect(read(...event(...times, ...lines.slice(name === 'past' ? 1 : 0)))).toEqual([])
  })

  test('come without its alarms', () => {
    const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT5M', 'DURATION:PT9H', 'END:VALARM']
    expect(read(...event(...alarm, 'DTSTART:20261123T090000', 'DURATION:PT1H'))).toEqual(['2026-11-23 09:00–10:00'])
  })

  test('a free/busy list gives the times that are not free', () => {
    const list = [
      'FREEBUSY:20261123T080000Z/PT1H,20261124T080000Z/20261124T090000Z',
      'FREEBUSY;FBTYPE=FREE:20261125T080000Z/PT1H',
    ]
    expect(read('BEGIN:VFREEBUSY', ...list, 'END:VFREEBUSY')).toEqual([
      '2026-11-23 09:00–10:00',
      '2026-11-24 09:00–10:00',
    ])
  })
})

describe('a recurring event', () => {
  const daily = (...lines: string[]) =>
    event('DTSTART:20261123T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', ...lines)
  const [monday, tuesday, wednesday] = ['2026-11-23 09:00–10:00', '2026-11-24 09:00–10:00', '2026-11-25 09:00–10:00']

  test.each([
    ['a time', 'EXDATE:20261124T090000'],
    ['a time in UTC', 'EXDATE:20261124T080000Z'],
    ['a day', 'EXDATE;VALUE=DATE:20261124'],
  ])('skips %s that is excluded', (_, line) => {
    expect(read(...daily(line))).toEqual([monday, wednesday])
  })

  test('has additional times and periods', () => {
    expect(read(...daily('RDATE:20261127T090000', 'RDATE;VALUE=PERIOD:20261128T080000Z/PT2H'))).toEqual([
      monday,
      tuesday,
      wednesday,
      '2026-11-27 09:00–10:00',
      '2026-11-28 09:00–11:00',
    ])
  })

  test('moves and cancels single times', () => {
    const moved = event('RECURRENCE-ID:20261124T080000Z', 'DTSTART:20261124T150000', 'DURATION:PT30M')
    const cancelled = event(
      'RECURRENCE-ID:20261125T090000',
      'DTSTART:20261125T090000',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    )
    expect(read(...moved, ...daily(), ...cancelled)).toEqual([monday, '2026-11-24 15:00–15:30'])
  })

  test.each([
    ['20261124', 2],
    ['20261124T080000Z', 2],
    ['20261124T075959Z', 1],
  ])('until %s has %i times', (until, times) => {
    expect(read(...event('DTSTART:20261123T090000', 'DURATION:PT1H', `RRULE:FREQ=DAILY;UNTIL=${until}`))).toHaveLength(
      times,
    )
  })

  test('a rule of many years ago keeps its phase', () => {
    const old = event('DTSTART:20060102T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=52;BYDAY=MO')
    expect(read(...old)).toEqual(['2026-12-07 09:00–10:00', '2027-12-06 09:00–10:00'])
  })

  test('on a day that a month lacks leaves out the month', () => {
    const last = event('DTSTART;VALUE=DATE:20261031', 'RRULE:FREQ=MONTHLY;COUNT=3')
    expect(read(...last)).toEqual(['2026-12-31 00:00–2027-01-01 00:00', '2027-01-31 00:00–2027-02-01 00:00'])
  })
})

describe('a file', () => {
  test.each([
    ['a page', '<!doctype html><title>Accedi</title>'],
    ['nothing', ''],
    ['a calendar that was cut off', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n'],
    ['a calendar whose only event makes no sense', fileWith(...event('DTSTART:gestern'))],
  ])('with %s is no calendar', (_, text) => {
    expect(() => readCalendarFile(text, { timeZone, period })).toThrow('not_calendar')
  })

  test('with an event every minute since long ago is refused', () => {
    const endless = event('DTSTART:20200101T000000', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY;COUNT=100000000')
    expect(() => read(...endless)).toThrow('too_many')
  })

  test('with more than 5,000 events is refused, if they are not over', () => {
    const many = (day: string) =>
      Array(5_001)
        .fill(event(`DTSTART:${day}T090000`, `DTEND:${day}T100000`))
        .flat()
    expect(() => read(...many('20261123'))).toThrow('too_many')
    expect(read(...many('20251123'))).toEqual([])
  })

  test('keeps the events apart whose UID is that of a booking', () => {
    const uid = `${'a1'.repeat(16)}@prenoto`
    const booking = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20261123T090000Z', 'DURATION:PT1H', 'END:VEVENT']
    const from = at('2026-11-23T10:00')
    expect(readCalendarFile(fileWith(...booking), { timeZone, period })).toEqual({
      events: 1,
      busy: [],
      bookings: [{ uid, busy: [{ from, to: from + 60 }] }],
    })
  })
})

const two = (value: number) => String(value).padStart(2, '0')
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Rules that name the day of their start, since the standard leaves others undefined. */
const rules = fc.constantFrom<((start: Temporal.PlainDate) => string) | undefined>(
  undefined,
  () => 'FREQ=DAILY',
  () => 'FREQ=WEEKLY',
  (start) => `FREQ=WEEKLY;BYDAY=${[...new Set(['MO', weekday(start), 'SA'])].join()}`,
  (start) => `FREQ=WEEKLY;WKST=SU;BYDAY=SU,${weekday(start)}`.replace('SU,SU', 'SU'),
  () => 'FREQ=MONTHLY',
  ({ day }) => `FREQ=MONTHLY;BYMONTHDAY=${day},-1`,
  (start) => `FREQ=MONTHLY;BYDAY=${Math.ceil(start.day / 7)}${weekday(start)}`,
  (start) => `FREQ=MONTHLY;BYDAY=${weekday(start)};BYSETPOS=${Math.ceil(start.day / 7)}`,
  ({ month }) => `FREQ=DAILY;BYMONTH=${month}`,
  ({ month, day }) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`,
  () => 'FREQ=YEARLY',
)
const weekday = ({ dayOfWeek }: Temporal.PlainDate) => WEEKDAYS[dayOfWeek - 1]!
const ends = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 30 }).map((count) => `;COUNT=${count}`),
  fc.constantFrom(';UNTIL=20270401T000000Z', ';UNTIL=20261215T120000Z'),
)
const events = fc.record({
  date: fc.tuple(
    fc.integer({ min: 2024, max: 2027 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  ),
  hour: fc.integer({ min: 4, max: 20 }),
  minutes: fc.integer({ min: 5, max: 600 }),
  zone: fc.constantFrom('UTC', 'Europe/Rome', 'America/New_York', 'Asia/Kathmandu'),
  isAllDay: fc.boolean(),
  rule: rules,
  interval: fc.integer({ min: 1, max: 3 }),
  end: ends,
  excluded: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 3 }),
  transparency: fc.constantFrom('OPAQUE', 'OPAQUE', 'TRANSPARENT'),
})

test('the same times are found in 40 calendars as by node-ical', () => {
  fc.assert(
    fc.property(fc.array(events, { minLength: 1, maxLength: 6 }), (generated) => {
      const lines = generated.flatMap((one, i) => {
        const [year, month, day] = one.date
        const date = `${year}${two(month)}${two(day)}`
        const zone = one.zone === 'UTC' ? '' : `;TZID=${one.zone}`
        const toTime = (text: string) =>
          one.isAllDay ? `;VALUE=DATE:${text}` : `${zone}:${text}T${two(one.hour)}0000${zone ? '' : 'Z'}`
        const start = Temporal.PlainDate.from({ year, month, day })
        // The standard forbids a rule that ends before its start.
        const end = date > '20261201' && one.end.includes('UNTIL') ? '' : one.end
        const excluded = one.excluded.map(
          (n) => `EXDATE${toTime(start.add({ days: n }).toString().replaceAll('-', ''))}`,
        )
        return [
          'BEGIN:VEVENT',
          `UID:e${i}@example.it`,
          'DTSTAMP:20261101T000000Z',
          `DTSTART${toTime(date)}`,
          one.isAllDay ? `DURATION:P${1 + (one.minutes % 3)}D` : `DURATION:PT${one.minutes}M`,
          ...(one.rule ? [`RRULE:${one.rule(start)}${end};INTERVAL=${one.interval}`, ...excluded] : []),
          `TRANSP:${one.transparency}`,
          'END:VEVENT',
        ]
      })
      const text = fileWith(...lines)
      expect(readCalendarFile(text, { timeZone, period }).busy.map(show)).toEqual(readByOther(text).map(show))
    }),
    { numRuns: 40, seed: 20_261_121 },
  )
})

/** The busy times by node-ical. */
function readByOther(text: string): Interval[] {
  const [from, to] = [period.from, period.to].map((minute) => new Date(minute * 60_000)) as [Date, Date]
  const parsed = Object.values(ical.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT')
  const intervals = parsed
    .filter(({ transparency }) => transparency !== 'TRANSPARENT')
    .flatMap((one) => ical.expandRecurringEvent(one, { from, to, expandOngoing: true }))
    .map(({ start, end, isFullDay }) => ({
      from: isFullDay ? midnight(start) : start.getTime() / 60_000,
      to: isFullDay ? midnight(end) : end.getTime() / 60_000,
    }))
  return union(
    intervals
      .filter((interval) => interval.to > period.from && interval.from < period.to)
      .map((interval) => ({ from: Math.max(interval.from, period.from), to: Math.min(interval.to, period.to) })),
  )
}

/** A whole day of node-ical is in the time zone of the process. */
const midnight = (date: Date) =>
  toEpochMinute(
    parsePlainDate(`${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`),
    toPlainTime(0),
    timeZone,
  )
