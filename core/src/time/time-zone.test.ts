import { expect, test, vi } from 'vitest'
import { epochMinuteOn, existsOn } from './day-clock.ts'
import { epochDay, fromEpochDay, parsePlainDate } from './plain-date.ts'
import { parsePlainTime } from './plain-time.ts'
import { dayClock, localTimeAt, toEpochMinute, toInstant } from './time-zone.ts'

test.each([
  ['an ordinary day', '2026-11-21', '09:00:00', 'Europe/Rome', '2026-11-21T08:00:00Z'],
  ['a summer day', '2026-07-01', '14:00:00', 'Europe/Rome', '2026-07-01T12:00:00Z'],
  ['before the clocks go forward', '2026-03-29', '01:59:00', 'Europe/Rome', '2026-03-29T00:59:00Z'],
  ['a skipped time is the moment of the change', '2026-03-29', '02:30:00', 'Europe/Rome', '2026-03-29T01:00:00Z'],
  ['after they went forward', '2026-03-29', '03:00:00', 'Europe/Rome', '2026-03-29T01:00:00Z'],
  ['the same morning', '2026-03-29', '09:00:00', 'Europe/Rome', '2026-03-29T07:00:00Z'],
  ['the same afternoon', '2026-03-29', '14:00:00', 'Europe/Rome', '2026-03-29T12:00:00Z'],
  ['before the clocks go back', '2026-10-25', '01:59:00', 'Europe/Rome', '2026-10-24T23:59:00Z'],
  ['a repeated time is its first occurrence', '2026-10-25', '02:30:00', 'Europe/Rome', '2026-10-25T00:30:00Z'],
  ['after they went back', '2026-10-25', '03:00:00', 'Europe/Rome', '2026-10-25T02:00:00Z'],
  ['the same morning', '2026-10-25', '09:00:00', 'Europe/Rome', '2026-10-25T08:00:00Z'],
  ['the same afternoon', '2026-10-25', '14:00:00', 'Europe/Rome', '2026-10-25T13:00:00Z'],
  ['a day without its midnight', '2026-04-24', '00:00:00', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['half an hour skipped', '2026-10-04', '02:30:00', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['half an hour twice', '2026-04-05', '01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
  ['a quarter-hour offset', '2026-11-21', '09:00:00', 'Asia/Kathmandu', '2026-11-21T03:15:00Z'],
])('%s: %s %s in %s', (_, date, time, timeZone, instant) => {
  expect(toInstant(parsePlainDate(date), parsePlainTime(time), timeZone).toString()).toBe(instant)
})

test.each([
  ['2026-11-20T23:00:00Z', 'Europe/Rome', '2026-11-21', 0],
  ['2026-11-20T22:59:59.999Z', 'Europe/Rome', '2026-11-20', 1439],
  ['2026-10-25T00:30:00Z', 'Europe/Rome', '2026-10-25', 150],
  ['2026-10-25T01:30:00Z', 'Europe/Rome', '2026-10-25', 150],
  ['2026-03-29T01:00:00Z', 'Europe/Rome', '2026-03-29', 180],
  ['2026-11-21T03:00:00Z', 'America/New_York', '2026-11-20', 1320],
])('at %s the clock of %s shows %s, minute %i', (instant, timeZone, date, minutes) => {
  const epochMilliseconds = Temporal.Instant.from(instant).epochMilliseconds
  expect(localTimeAt(epochMilliseconds, timeZone)).toEqual({ date, minutes })
})

test('a day has a clock when its midnight is skipped or repeated', () => {
  expect(dayClock(parsePlainDate('2026-04-24'), 'Africa/Cairo').change).toEqual({ at: 0, shift: 60 })
  expect(dayClock(parsePlainDate('2026-10-29'), 'Africa/Cairo').change).toEqual({ at: 1440, shift: -60 })
  expect(dayClock(parsePlainDate('2011-12-30'), 'Pacific/Apia').change).toEqual({ at: 0, shift: 1440 })
  expect(dayClock(parsePlainDate('2010-11-07'), 'America/St_Johns').change).toEqual({ at: 1, shift: -60 })
})

test('every zone agrees with Temporal around each clock change', () => {
  const begin = Temporal.Instant.from('2026-01-01T00:00Z')
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    let change = begin.toZonedDateTimeISO(timeZone).getTimeZoneTransition('next')
    const days = [Temporal.PlainDate.from('2026-06-15')]
    for (; change && change.year < 2027; change = change.getTimeZoneTransition('next')) {
      for (const shift of [-1, 0, 1]) days.push(change.toPlainDate().add({ days: shift }))
    }
    for (const day of days) checkDay(day, timeZone, 30)
  }
})

test.each([
  ['2026-03-29', 'Europe/Rome'],
  ['2026-10-25', 'Europe/Rome'],
  ['2026-10-04', 'Australia/Lord_Howe'],
  ['2026-04-05', 'Australia/Lord_Howe'],
  ['2026-04-24', 'Africa/Cairo'],
  ['2026-10-29', 'Africa/Cairo'],
  ['2026-03-29', 'Asia/Beirut'],
  ['2026-10-24', 'Asia/Beirut'],
  ['2026-09-06', 'America/Santiago'],
  ['2026-04-04', 'America/Santiago'],
  ['2010-11-06', 'America/St_Johns'],
  ['2010-11-07', 'America/St_Johns'],
  ['2018-11-04', 'America/Sao_Paulo'],
  ['2011-12-29', 'Pacific/Apia'],
  ['2011-12-30', 'Pacific/Apia'],
  ['2011-12-31', 'Pacific/Apia'],
])('each minute of %s in %s agrees with Temporal', (date, timeZone) => {
  checkDay(Temporal.PlainDate.from(date), timeZone, 1)
})

test('the start and end of each day of three years agree with Temporal', () => {
  for (const timeZone of ['Europe/Rome', 'Africa/Casablanca', 'America/Santiago']) {
    for (let day = Temporal.PlainDate.from('2025-01-01'); day.year < 2028; day = day.add({ days: 1 })) {
      checkDay(day, timeZone, 720)
    }
  }
})

test.each(['Europe/Amsterdam', 'Africa/Monrovia', 'America/St_Johns'])(
  'days of %s ascend from 1900 to 1990, when offsets contained seconds',
  (timeZone) => {
    let before = Number.NEGATIVE_INFINITY
    const [first, end] = ['1900-01-01', '1990-01-01'].map((date) => epochDay(parsePlainDate(date))) as [number, number]
    for (let day = first; day < end; day++) {
      const { midnight } = dayClock(fromEpochDay(day), timeZone)
      if (midnight <= before) expect.fail(`${fromEpochDay(day)} begins at ${midnight}, the day before at ${before}`)
      before = midnight
    }
  },
)

test('a first lookup at the moment of a clock change does not affect other days', async () => {
  vi.resetModules()
  const fresh = await import('./time-zone.ts')

  fresh.localTimeAt(Temporal.Instant.from('2026-03-29T01:00Z').epochMilliseconds, 'Europe/Rome')

  expect(fresh.toInstant(parsePlainDate('2026-03-28'), parsePlainTime('09:00:00'), 'Europe/Rome').toString()).toBe(
    '2026-03-28T08:00:00Z',
  )
  expect(fresh.toInstant(parsePlainDate('2026-03-30'), parsePlainTime('09:00:00'), 'Europe/Rome').toString()).toBe(
    '2026-03-30T07:00:00Z',
  )
})

test('an unknown zone throws a RangeError', () => {
  expect(() => dayClock(parsePlainDate('2026-11-21'), 'Europe/Atlantis')).toThrow(RangeError)
})

function checkDay(day: Temporal.PlainDate, timeZone: string, step: number): void {
  const date = parsePlainDate(day.toString())
  const clock = dayClock(date, timeZone)
  for (let minutes = 0; minutes <= 1440; minutes += step) {
    const wall = day.toPlainDateTime().add({ minutes })
    const first = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
    const exists = first.toPlainDateTime().equals(wall)
    const moment = exists ? first : first.getTimeZoneTransition('next')!
    const expected = moment.epochMilliseconds / 60_000
    if (existsOn(clock, minutes) !== exists || epochMinuteOn(clock, minutes) !== expected) {
      expect.fail(`${wall} ${timeZone}: ${JSON.stringify(clock)}, expected ${exists} ${expected}`)
    }
    if (minutes === 1440 || !exists) continue
    const localTime = localTimeAt(moment.epochMilliseconds, timeZone)
    const epochMinute = toEpochMinute(date, parsePlainTime(wall.toPlainTime().toString()), timeZone)
    if (localTime.date !== date || localTime.minutes !== minutes || epochMinute !== expected) {
      expect.fail(`${wall} ${timeZone}: ${JSON.stringify(localTime)}, ${epochMinute}, expected ${expected}`)
    }
  }
}
