import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { dateOf } from '../time/plain-date.ts'
import { timeOf } from '../time/plain-time.ts'
import type { DaySlots } from './slots.ts'

/** What can happen to a shop, told in its own words: text in local times, and instants in epoch minutes. */
type Scenario = {
  timeZone: string
  first: string
  last: string
  calendar: { from: string; to: string }
  hours: Record<string, string>
  duration: number
  capacity: number
  bookings: { start: number; length: number }[]
  closures: { from: string; to: string }[]
  earliest: number
}

vi.setConfig({ testTimeout: 30_000 })

const zones = [
  'Europe/Rome',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/New_York',
  'America/Santiago',
  'Europe/London',
  'Pacific/Auckland',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'America/Nuuk',
  'UTC',
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

test.each(zones)('in %s the slots are those that a minute-by-minute search finds', async (timeZone) => {
  const engine = await loadEngine()
  fc.assert(
    fc.property(scenarios(timeZone), (scenario) => {
      expect(engine(scenario)).toEqual(search(scenario))
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['2026-03-29', 'Europe/Rome'],
  ['2026-10-25', 'Europe/Rome'],
])('the clock change of %s holds no surprise', async (date, timeZone) => {
  const engine = await loadEngine()
  fc.assert(
    fc.property(scenarios(timeZone, date), (scenario) => {
      expect(engine(scenario)).toEqual(search(scenario))
    }),
    { numRuns: 200 },
  )
})

test.each(['UTC', 'Europe/Rome', 'America/New_York'])(
  'a server that lives in %s offers the same',
  async (serverZone) => {
    vi.stubEnv('TZ', serverZone)
    vi.resetModules()
    const engine = await loadEngine()

    expect(Temporal.Now.timeZoneId()).toBe(serverZone)
    expect(new Date(2026, 6, 1).toISOString()).toBe(localMidnight[serverZone])
    for (const timeZone of zones) {
      for (const scenario of fc.sample(scenarios(timeZone), { numRuns: 15, seed: 2026 })) {
        expect(engine(scenario)).toEqual(search(scenario))
      }
    }
    vi.unstubAllEnvs()
  },
)

test('the scenarios are worth their time: slots are found, and bookings, closures, capacity and notice matter', () => {
  const samples = zones.flatMap((timeZone, i) => fc.sample(scenarios(timeZone), { numRuns: 5, seed: i }))
  const share = (matches: (scenario: Scenario) => boolean) => samples.filter(matches).length / samples.length

  expect(share((scenario) => search(scenario).length > 0)).toBeGreaterThan(0.5)
  expect(share((scenario) => differs(scenario, { ...scenario, bookings: [] }))).toBeGreaterThan(0.2)
  expect(share((scenario) => differs(scenario, { ...scenario, closures: [] }))).toBeGreaterThan(0.2)
  expect(share((scenario) => differs(scenario, { ...scenario, capacity: scenario.capacity + 1 }))).toBeGreaterThan(0.2)
  expect(share((scenario) => differs(scenario, { ...scenario, earliest: 0 }))).toBeGreaterThan(0.1)
})

const localMidnight: Record<string, string> = {
  UTC: '2026-07-01T00:00:00.000Z',
  'Europe/Rome': '2026-06-30T22:00:00.000Z',
  'America/New_York': '2026-07-01T04:00:00.000Z',
}

/** The way from what is stored to what is offered, as the server goes it. */
async function loadEngine(): Promise<(scenario: Scenario) => DaySlots[]> {
  const { dayClock, toEpochMinute } = await import('../time/time-zone.ts')
  const { bookableDays } = await import('./bookable-days.ts')
  const { openingWeek } = await import('./opening-hours.ts')
  const { availableSlots } = await import('./slots.ts')
  const ascending = (minutes: number[]) => minutes.sort((a, b) => a - b)

  return ({ timeZone, calendar, hours, bookings, closures, ...scenario }) => {
    const epochMinute = (wall: string) => toEpochMinute(dateOf(wall.slice(0, 10)), timeOf(wall.slice(11)), timeZone)
    const times = Object.entries(hours).map(([field, time]) => [field, timeOf(time)] as const)
    const stored = {
      from: dateOf(calendar.from),
      to: calendar.to && dateOf(calendar.to),
      week: openingWeek(Object.fromEntries(times)),
    }
    const window = { first: dateOf(scenario.first), last: dateOf(scenario.last) }
    const days = bookableDays(stored, window, (date) => dayClock(date, timeZone))
    return availableSlots(days, {
      ...scenario,
      step: scenario.duration,
      before: 0,
      after: 0,
      maxPerDay: 0,
      bookings: {
        starts: ascending(bookings.map(({ start }) => start)),
        ends: ascending(bookings.map(({ start, length }) => start + length)),
      },
      closures: {
        starts: ascending(closures.map(({ from }) => epochMinute(from))),
        ends: ascending(closures.map(({ to }) => epochMinute(to))),
      },
    })
  }
}

/** The slow and obvious way: every candidate, every minute of it, every booking, by Temporal's clock. */
function search(scenario: Scenario): { date: string; slots: string[] }[] {
  const { timeZone, calendar, hours, duration, earliest } = scenario
  const closures = scenario.closures.map(
    ({ from, to }) => [firstMinute(from, timeZone), firstMinute(to, timeZone)] as const,
  )
  const isFree = (minute: number) => {
    let present = 0
    for (const { start, length } of scenario.bookings) if (start <= minute && minute < start + length) present++
    return present < scenario.capacity && !closures.some(([from, to]) => from <= minute && minute < to)
  }
  const found: { date: string; slots: string[] }[] = []

  const last = Temporal.PlainDate.from(scenario.last)
  for (
    let day = Temporal.PlainDate.from(scenario.first);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const date = day.toString()
    if (date < calendar.from || (calendar.to !== '' && date > calendar.to)) continue
    const slots: string[] = []
    for (const half of ['morning', 'afternoon']) {
      const from = hours[`${weekdays[day.dayOfWeek - 1]}_${half}_from`]
      const to = hours[`${weekdays[day.dayOfWeek - 1]}_${half}_to`]
      if (!from || !to) continue
      const closing = to === '00:00' ? day.add({ days: 1 }).toPlainDateTime() : day.toPlainDateTime(to)
      const closingMinute = firstMinute(closing.toString(), timeZone)
      for (let wall = day.toPlainDateTime(from); ; wall = wall.add({ minutes: duration })) {
        if (Temporal.PlainDateTime.compare(wall.add({ minutes: duration }), closing) > 0) break
        const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
        if (!moment.toPlainDateTime().equals(wall)) continue
        const start = moment.epochMilliseconds / 60_000
        const minutes = Array.from({ length: duration }, (_, i) => start + i)
        const inTime = start >= earliest && start + duration <= closingMinute
        if (inTime && minutes.every(isFree)) slots.push(wall.toPlainTime().toString({ smallestUnit: 'second' }))
      }
    }
    if (slots.length > 0) found.push({ date, slots })
  }
  return found
}

/** The first minute at which the clock on the wall shows this time or a later one, found by watching the clock. */
function firstMinute(wall: string, timeZone: string): number {
  const awaited = Temporal.PlainDateTime.from(wall)
  const shown = (minute: number) =>
    Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
  let minute = awaited.toZonedDateTime(timeZone).epochMilliseconds / 60_000 - 61
  while (Temporal.PlainDateTime.compare(shown(minute), awaited) < 0) minute++
  return minute
}

function differs(one: Scenario, other: Scenario): boolean {
  return JSON.stringify(search(one)) !== JSON.stringify(search(other))
}

/** Three days around a given one, else around a clock change, else anywhere. */
function scenarios(timeZone: string, around?: string): fc.Arbitrary<Scenario> {
  const changes = around ? [around] : changesOf(timeZone)
  const anywhere = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days))
  const middles = around
    ? fc.constant(around)
    : changes.length > 0
      ? fc.oneof(fc.constantFrom(...changes), anywhere)
      : anywhere
  const scenario = fc
    .tuple(middles, fc.constantFrom(1, 5, 15, 30), fc.constantFrom(5, 10, 20, 25, 30, 45, 60, 90, 180))
    .chain(([middle, grid, duration]) => {
      const first = addDays(middle, -1)
      const last = addDays(middle, 1)
      const begin = Temporal.PlainDate.from(first).toZonedDateTime(timeZone).epochMilliseconds / 60_000
      const dayMinutes = fc.integer({ min: 0, max: 1440 / grid - 1 }).map((steps) => steps * grid)
      const instants = fc.integer({ min: -600 / grid, max: 4800 / grid }).map((steps) => begin + steps * grid)
      const walls = fc
        .tuple(fc.integer({ min: -2, max: 2 }), dayMinutes)
        .map(([days, minutes]) => `${addDays(middle, days)}T${timeText(minutes)}`)
      const closure = fc
        .tuple(walls, walls)
        .filter(([one, other]) => one !== other)
        .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }))
      return fc.record<Scenario>({
        timeZone: fc.constant(timeZone),
        first: fc.constant(first),
        last: fc.constant(last),
        calendar: fc.oneof(
          { weight: 6, arbitrary: fc.constant({ from: '2020-01-01', to: '' }) },
          fc.constantFrom({ from: middle, to: '' }, { from: first, to: middle }, { from: last, to: last }),
        ),
        hours: fc
          .tuple(...weekdays.map((weekday) => hoursOf(weekday, dayMinutes)))
          .map((days) => Object.assign({}, ...days)),
        duration: fc.constant(duration),
        capacity: fc.integer({ min: 1, max: 5 }),
        bookings: fc.array(
          fc.record({
            start: instants,
            length: fc.oneof(
              fc.constantFrom(duration, 30, 60),
              fc.integer({ min: 1, max: 300 / grid }).map((n) => n * grid),
            ),
          }),
          { maxLength: 80, size: 'max' },
        ),
        closures: fc.oneof(fc.constant<Scenario['closures']>([]), fc.array(closure, { minLength: 1, maxLength: 2 })),
        earliest: fc.oneof({ weight: 3, arbitrary: fc.constant(Number.NEGATIVE_INFINITY) }, instants),
      })
    })
  // Small values first would leave most of the first hundred shops empty.
  return fc.noBias(scenario)
}

/** Four times in order make a morning and an afternoon; either may be missing, and the last may be midnight. */
function hoursOf(weekday: string, dayMinutes: fc.Arbitrary<number>): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(
      fc.uniqueArray(dayMinutes, { minLength: 4, maxLength: 4 }),
      fc.constantFrom('both', 'morning', 'afternoon', 'late'),
    )
    .map(([minutes, open]) => {
      const [from, to, again, end] = minutes.sort((a, b) => a - b).map(timeText) as [string, string, string, string]
      const morning = { [`${weekday}_morning_from`]: from, [`${weekday}_morning_to`]: to === '00:00' ? end : to }
      const closing = open === 'late' ? '00:00' : end
      const afternoon = { [`${weekday}_afternoon_from`]: again, [`${weekday}_afternoon_to`]: closing }
      return { ...(open !== 'afternoon' && morning), ...(open !== 'morning' && afternoon) }
    })
}

function changesOf(timeZone: string): string[] {
  const dates: string[] = []
  let change = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(timeZone).getTimeZoneTransition('next')
  for (; change && change.year < 2029; change = change.getTimeZoneTransition('next')) {
    dates.push(change.toPlainDate().toString(), change.toPlainDate().subtract({ days: 1 }).toString())
  }
  return dates
}

function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

function timeText(minutes: number): string {
  return Temporal.PlainTime.from('00:00').add({ minutes }).toString({ smallestUnit: 'minute' })
}
