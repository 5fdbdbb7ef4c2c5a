import { aCombinableService } from '@prenoto/test-support/fixtures/services.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import type { BookableDay } from '../bookable-days.ts'
import type { CalendarException } from '../calendar-schedule.ts'
import type { DaySlots, SlotRules } from '../slots.ts'

/** Input for both the engine and the search: times are local text, instants are epoch minutes. */
type Scenario = {
  timeZone: string
  first: string
  last: string
  calendar: { from: string; to: string }
  hours: Record<string, string>
  pauses: WeekdayTimes[]
  /** The weeks that alternate with the one of `hours`, which applied in the week of the Monday `rotaFrom`. */
  otherWeeks: StoredWeek[]
  rotaFrom: string
  /** In any order: all three kinds together. */
  exceptions: StoredException[]
  duration: number
  step: number
  before: number
  after: number
  /** Parts of the visit in which the calendar is free. */
  processing: Pause[]
  capacity: number
  maxPerDay: number
  bookings: { start: number; length: number; pauses: Pause[] }[]
  earliest: number
  /** Without them no free time is useless. */
  minGap?: number
  hidesGaps?: boolean
}

/** Begins this many minutes after a start. */
type Pause = { after: number; length: number }
type StoredWeek = { hours: Record<string, string>; pauses: WeekdayTimes[] }

/** A closure has local times with days, a special opening times of its day, changed hours days. */
type StoredException =
  | { kind: 'closure'; from: string; to: string }
  | { kind: 'special_opening'; day: string; from: string; to: string }
  | { kind: 'changed_hours'; from: string; to: string; windows: WeekdayTimes[] }

const ofKind = <K extends StoredException['kind']>({ exceptions }: Pick<Scenario, 'exceptions'>, kind: K) =>
  exceptions.filter((exception) => exception.kind === kind) as Extract<StoredException, { kind: K }>[]

const without = (scenario: Scenario, kind: StoredException['kind']): Scenario => ({
  ...scenario,
  exceptions: scenario.exceptions.filter((exception) => exception.kind !== kind),
})

const withoutPauses = (scenario: Scenario): Scenario => ({
  ...scenario,
  bookings: scenario.bookings.map((booking) => ({ ...booking, pauses: [] })),
})

const KINDS = ['closure', 'special_opening', 'changed_hours'] as const

type WeekdayTimes = { weekdays: number[]; from: string; to: string }

/** One for each kind of clock change: at night, by half an hour, at midnight in either hemisphere, for Ramadan, in the evening, never. */
const zones = [
  'Europe/Rome',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Santiago',
  'Africa/Casablanca',
  'America/Nuuk',
  'Asia/Kathmandu',
  'UTC',
]
// Core has no types of Node.
declare const process: { env: Record<string, string | undefined> }
/** How many times as many scenarios the search checks, all of them new in each run. */
const SCALE = Number(process.env.SLOT_SCENARIOS ?? 1)
/** In a year of 53 weeks. */
const MONDAY = '2026-12-28'
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

test.each(zones)(
  'in %s the engine offers the slots of a minute-by-minute search',
  { tags: ['4.22', '13.52'] },
  async (timeZone) => {
    const engine = await loadEngine()
    fc.assert(
      fc.property(scenarios(timeZone), (scenario) => {
        expect(engine(scenario)).toEqual(search(scenario))
      }),
      { numRuns: 20 * SCALE },
    )
  },
)

test.each([
  ['2026-03-29', 'Europe/Rome'],
  ['2026-10-25', 'Europe/Rome'],
])('around the clock change of %s in %s the engine offers the slots of the search', async (date, timeZone) => {
  const engine = await loadEngine()
  fc.assert(
    fc.property(scenarios(timeZone, date), (scenario) => {
      expect(engine(scenario)).toEqual(search(scenario))
    }),
    { numRuns: 20 * SCALE },
  )
})

test.each(['UTC', 'Europe/Rome', 'America/New_York'])(
  'a server in the time zone %s offers the same slots',
  { tags: ['4.27'] },
  async (serverZone) => {
    vi.stubEnv('TZ', serverZone)
    vi.resetModules()
    const engine = await loadEngine()

    expect(Temporal.Now.timeZoneId()).toBe(serverZone)
    expect(new Date(2026, 6, 1).toISOString()).toBe(localMidnight[serverZone])
    for (const timeZone of zones) {
      for (const scenario of fc.sample(scenarios(timeZone), { numRuns: 2, seed: 2026 })) {
        expect(engine(scenario)).toEqual(search(scenario))
      }
    }
    vi.unstubAllEnvs()
  },
)

test('a visit of several services starts where each of them fits after the one before', async () => {
  const engine = await loadEngine()
  const { combineServices: combined, listProcessingTimes } = await import('../../services/combined-service.ts')
  fc.assert(
    fc.property(
      scenarios('Europe/Rome', '2026-10-25'),
      fc.array(parts, { minLength: 2, maxLength: 4 }),
      (scenario, services) => {
        const visit = combined(
          services.map((part) => ({ ...aCombinableService(), ...part })) as [ReturnType<typeof aCombinableService>],
        )
        const { duration, buffer_before: before, buffer_after: after, slot_step } = visit
        const processing = listProcessingTimes(visit).map(({ from, to }) => ({ after: from, length: to - from }))
        expect(engine({ ...scenario, duration, before, after, processing, step: slot_step! })).toEqual(
          searchParts(scenario, services),
        )
      },
    ),
    { numRuns: 20 * SCALE },
  )
})

test('several calendars offer the union of their slots', { tags: ['13.53'] }, async () => {
  const engine = await loadEngine()
  const { slotsOfAny } = await import('../any-calendar.ts')
  fc.assert(
    fc.property(fc.array(scenarios('Europe/Rome', '2026-10-25'), { minLength: 1, maxLength: 4 }), (calendars) => {
      const freeSlots = calendars.flatMap(search).flatMap(({ date, slots }) => slots.map((slot) => `${date} ${slot}`))
      const offeredSlots = slotsOfAny(calendars.map(engine)).flatMap(({ date, slots }) =>
        slots.map((slot) => `${date} ${slot}`),
      )
      expect(offeredSlots).toEqual([...new Set(freeSlots)].sort())
    }),
    { numRuns: 15 * SCALE },
  )
})

test.each([
  ['Europe/Rome', '2026-03-29'],
  ['Europe/Rome', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
])(
  'in %s around %s useful starts are those of the search, and none of them has a conflict',
  async (timeZone, around) => {
    const { conflicts, engine } = await loadConflicts()
    fc.assert(
      fc.property(
        scenarios(timeZone, around),
        fc.constantFrom(5, 15, 20, 45),
        fc.boolean(),
        (any, minGap, hidesGaps) => {
          const scenario = { ...any, minGap, hidesGaps }
          const offered = engine(scenario)
          expect(offered).toEqual(searchUseful(scenario))
          expect(
            offered.flatMap(({ date, slots }) => slots.flatMap((slot) => conflicts(scenario, date, minutesIn(slot)))),
          ).toEqual([])
          // Each stretch with a start keeps one, so the rule never fills a day.
          expect(offered.map(({ date }) => date)).toEqual(
            engine({ ...scenario, hidesGaps: false }).map(({ date }) => date),
          )
        },
      ),
      { numRuns: 40 * SCALE },
    )
  },
)

test('the scenarios have useless gaps, hidden starts and starts that touch another visit', async () => {
  const engine = await loadEngine()
  const samples = fc
    .sample(scenarios('Europe/Rome', '2026-06-10'), { numRuns: 15, seed: 7 })
    .map((one) => ({ ...one, minGap: 20 }))
  const share = (matches: (scenario: Scenario) => boolean) => samples.filter(matches).length / samples.length
  const count = (scenario: Scenario) => engine(scenario).reduce((sum, { slots }) => sum + slots.length, 0)

  expect(share((one) => count(one) > count({ ...one, minGap: 0 }))).toBeGreaterThan(0.1)
  expect(share((one) => count({ ...one, hidesGaps: true }) < count(one))).toBeGreaterThan(0.2)
})

test.each([
  ['Europe/Rome', '2026-03-29'],
  ['Africa/Cairo', '2026-04-24'],
  ['America/Santiago', undefined],
])(
  'in %s the conflicts of any minute are those of the search, and offered slots have none',
  { tags: ['13.58'] },
  async (timeZone, around) => {
    const { conflicts, engine } = await loadConflicts()
    fc.assert(
      fc.property(
        scenarios(timeZone, around),
        fc.array(fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 200 })), {
          minLength: 20,
          maxLength: 20,
        }),
        (anyScenario, minutes) => {
          const date = addDays(anyScenario.first, 1)
          const isAtLimit = anyScenario.duration % 2 === 0
          const scenario = isAtLimit ? atDailyLimit(anyScenario, date) : anyScenario
          const conflictSearch = searchConflicts(scenario, date)
          expect(minutes.map((minute) => [minute, conflicts(scenario, date, minute)])).toEqual(
            minutes.map((minute) => [minute, conflictSearch(minute)]),
          )
          expect(
            engine(scenario).flatMap(({ date, slots }) =>
              slots.flatMap((slot) => conflicts(scenario, date, minutesIn(slot))),
            ),
          ).toEqual([])
        },
      ),
      { numRuns: 30 * SCALE },
    )
  },
)

test('the scenarios contain slots and exercise every rule', async () => {
  const engine = await loadEngine()
  const differs = (one: Scenario, other: Scenario) => JSON.stringify(engine(one)) !== JSON.stringify(engine(other))
  const samples = zones.flatMap((timeZone, i) => fc.sample(scenarios(timeZone), { numRuns: 10, seed: 700 + i }))
  const share = (matches: (scenario: Scenario) => boolean) => samples.filter(matches).length / samples.length

  expect(share((scenario) => engine(scenario).length > 0)).toBeGreaterThan(0.5)
  expect(share((scenario) => differs(scenario, { ...scenario, bookings: [] }))).toBeGreaterThan(0.2)
  expect(share((scenario) => differs(scenario, without(scenario, 'closure')))).toBeGreaterThan(0.2)
  expect(share((scenario) => differs(scenario, { ...scenario, capacity: scenario.capacity + 1 }))).toBeGreaterThan(0.2)
  expect(share((scenario) => differs(scenario, { ...scenario, earliest: 0 }))).toBeGreaterThan(0.1)
  expect(share((scenario) => differs(scenario, without(scenario, 'special_opening')))).toBeGreaterThan(0.1)
  expect(share((scenario) => differs(scenario, without(scenario, 'changed_hours')))).toBeGreaterThan(0.1)
  expect(
    share((scenario) =>
      KINDS.every((kind) => ofKind(scenario, kind).length > 0 && differs(scenario, without(scenario, kind))),
    ),
  ).toBeGreaterThan(0.02)
  expect(share((scenario) => differs(scenario, { ...scenario, pauses: [] }))).toBeGreaterThan(0.05)
  expect(share((scenario) => differs(scenario, { ...scenario, otherWeeks: [] }))).toBeGreaterThan(0.1)
  expect(share((scenario) => differs(scenario, { ...scenario, step: scenario.duration }))).toBeGreaterThan(0.1)
  expect(share((scenario) => differs(scenario, { ...scenario, processing: [] }))).toBeGreaterThan(0.05)
  expect(share((scenario) => differs(scenario, withoutPauses(scenario)))).toBeGreaterThan(0.1)
  expect(share((scenario) => differs(scenario, { ...scenario, before: 0 }))).toBeGreaterThan(0.05)
  expect(share((scenario) => differs(scenario, { ...scenario, after: 0 }))).toBeGreaterThan(0.05)
  expect(share((scenario) => differs(scenario, { ...scenario, maxPerDay: 0 }))).toBeGreaterThan(0.05)
})

const localMidnight: Record<string, string> = {
  UTC: '2026-07-01T00:00:00.000Z',
  'Europe/Rome': '2026-06-30T22:00:00.000Z',
  'America/New_York': '2026-07-01T04:00:00.000Z',
}

async function loadEngine(): Promise<(scenario: Scenario) => DaySlots[]> {
  const toEngineInput = await loadEngineInput()
  const { availableSlots } = await import('../slots.ts')
  return (scenario) => {
    const { days, rules } = toEngineInput(scenario)
    return availableSlots(days, rules)
  }
}

async function loadConflicts() {
  const toEngineInput = await loadEngineInput()
  const { conflictsAt } = await import('../conflicts.ts')
  const { dayClock } = await import('../../time/time-zone.ts')
  const conflicts = (scenario: Scenario, date: string, minute: number) => {
    const { days, rules } = toEngineInput(scenario)
    const closed = { date: parsePlainDate(date), clock: dayClock(parsePlainDate(date), scenario.timeZone), windows: [] }
    const day = days.find((day) => day.date === date) ?? closed
    return conflictsAt(day, minute, { rules, notice: scenario.earliest })
  }
  return { conflicts, engine: await loadEngine() }
}

/** Converts stored data to the engine's input as the server does. */
async function loadEngineInput(): Promise<(scenario: Scenario) => { days: BookableDay[]; rules: SlotRules }> {
  const { dayClock, toEpochMinute } = await import('../../time/time-zone.ts')
  const { bookableDays } = await import('../bookable-days.ts')
  const { closedIntervals } = await import('../calendar-schedule.ts')
  const { openingWeek } = await import('../opening-hours.ts')
  const { toRegularWeek } = await import('../../calendars/opening-hours-fields.ts')
  const { busyTimes } = await import('../intervals.ts')

  const parseTimes = (times: WeekdayTimes[]) =>
    times.map(({ weekdays, from, to }) => ({ weekdays, from: parsePlainTime(from), to: parsePlainTime(to) }))

  function toException(exception: StoredException): CalendarException {
    const { kind, from, to } = exception
    if (kind === 'changed_hours')
      return {
        kind,
        day_from: parsePlainDate(from),
        day_to: parsePlainDate(to),
        windows: parseTimes(exception.windows),
      }
    const [first, last] = kind === 'closure' ? [from, to] : [`${exception.day}T${from}`, `${exception.day}T${to}`]
    return {
      kind,
      day_from: parsePlainDate(first.slice(0, 10)),
      hour_from: parsePlainTime(first.slice(11)),
      day_to: parsePlainDate(last.slice(0, 10)),
      hour_to: parsePlainTime(last.slice(11)),
    }
  }

  const toWeek = ({ hours, pauses }: StoredWeek) => {
    const times = Object.entries(hours).map(([field, time]) => [field, parsePlainTime(time)] as const)
    return openingWeek(toRegularWeek({ ...Object.fromEntries(times), pauses: parseTimes(pauses) }))
  }

  return onceEach(
    ({ timeZone, calendar, hours, pauses, otherWeeks, rotaFrom, exceptions, bookings, processing, ...scenario }) => {
      const stored = {
        from: parsePlainDate(calendar.from),
        to: calendar.to && parsePlainDate(calendar.to),
        weeks: [{ hours, pauses }, ...otherWeeks].map(toWeek),
        rota_from: parsePlainDate(rotaFrom),
        exceptions: exceptions.map(toException),
      }
      const window = { first: parsePlainDate(scenario.first), last: parsePlainDate(scenario.last) }
      const days = bookableDays(stored, window, (date) => dayClock(date, timeZone))
      const rules = {
        minGap: 0,
        hidesGaps: false,
        ...scenario,
        processing: toIntervals(processing),
        bookings: busyTimes(
          { starts: bookings.map(({ start }) => start), ends: bookings.map(({ start, length }) => start + length) },
          {
            starts: bookings.flatMap(({ start, pauses }) => pauses.map(({ after }) => start + after)),
            ends: bookings.flatMap(({ start, pauses }) => pauses.map(({ after, length }) => start + after + length)),
          },
        ),
        closures: closedIntervals(stored.exceptions, (day, hour) => toEpochMinute(day, hour, timeZone)),
      }
      return { days, rules }
    },
  )
}

/** Computes a result once for each scenario. */
function onceEach<R>(compute: (scenario: Scenario) => R): (scenario: Scenario) => R {
  const results = new WeakMap<Scenario, R>()
  return (scenario) => {
    const result = results.get(scenario) ?? compute(scenario)
    results.set(scenario, result)
    return result
  }
}

const toIntervals = (pauses: Pause[]) => pauses.map(({ after, length }) => ({ from: after, to: after + length }))

const isPaused = (pauses: Pause[], minute: number) =>
  pauses.some(({ after, length }) => minute >= after && minute < after + length)

/** Slow reference implementation: checks every busy minute of every candidate against every booking with Temporal. */
function search(scenario: Scenario): { date: string; slots: string[] }[] {
  const { timeZone, duration, step, earliest } = scenario
  const { isTaken, isClosed } = minuteChecks(scenario)
  const freeDays: { date: string; slots: string[] }[] = []

  const last = Temporal.PlainDate.from(scenario.last)
  for (
    let day = Temporal.PlainDate.from(scenario.first);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (isFull(scenario, day)) continue
    const slots: string[] = []
    for (const { from, to } of findWindows(scenario, day)) {
      const closing = day.toPlainDateTime().add({ minutes: to })
      const closingMinute = firstMinute(closing.toString(), timeZone)
      for (let wall = day.toPlainDateTime().add({ minutes: from }); ; wall = wall.add({ minutes: step })) {
        if (Temporal.PlainDateTime.compare(wall.add({ minutes: duration }), closing) > 0) break
        const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
        if (!moment.toPlainDateTime().equals(wall)) continue
        const start = moment.epochMilliseconds / 60_000
        if (start < earliest || start + duration > closingMinute) continue
        const busy = busyMinutes(scenario, day, start)
        if (!busy.some((minute) => isTaken(minute) && isWork(scenario, start, minute)) && !busy.some(isClosed))
          slots.push(wall.toPlainTime().toString({ smallestUnit: 'second' }))
      }
    }
    if (slots.length > 0) freeDays.push({ date: day.toString(), slots })
  }
  return freeDays
}

/**
 * Slow reference of the useful starts: tries every minute of every window, and counts the free minutes before and after a
 * visit one by one.
 */
function searchUseful(scenario: Scenario): { date: string; slots: string[] }[] {
  const { timeZone, duration, step, before, after, earliest, minGap = 0, hidesGaps } = scenario
  const { isTaken, isClosed } = minuteChecks(scenario)
  const freeDays: { date: string; slots: string[] }[] = []
  const last = Temporal.PlainDate.from(scenario.last)
  let day = Temporal.PlainDate.from(scenario.first)
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (isFull(scenario, day)) continue
    const [midnight, nextMidnight] = findMidnights(day, timeZone) as [number, number]
    const isOfDay = (minute: number) => minute >= midnight && minute < nextMidnight
    const toEpoch = firstMinutesOn(day, timeZone)
    const slots = findWindows(scenario, day).flatMap(({ from, to }) => {
      const [opening, closing] = [toEpoch(from), toEpoch(to)]
      const isFree = (minute: number) => minute >= opening && minute < closing && !isTaken(minute) && !isClosed(minute)
      const countFree = (minute: number, direction: 1 | -1) => {
        let count = 0
        while (isFree(minute + count * direction)) count++
        return count
      }
      const starts = Array.from({ length: Math.max(0, to - duration - from + 1) }, (_, i) => from + i).flatMap(
        (minute) => {
          const start = toEpoch(minute)
          const isAfterVisit = isOfDay(start - before - 1) && isTaken(start - before - 1) && !isTaken(start - before)
          const end = start + duration + after
          const isBeforeVisit = isOfDay(end) && !isTaken(end - 1) && isTaken(end)
          if ((minute - from) % step !== 0 && !isAfterVisit && !isBeforeVisit) return []
          if (start < earliest || start + duration > closing) return []
          if (toEpoch(minute + 1) === start) return []
          const busy = busyMinutes(scenario, day, start)
          if (busy.some((one) => isTaken(one) && isWork(scenario, start, one)) || busy.some(isClosed)) return []
          const gaps = [countFree(start - before - 1, -1), countFree(end, 1)]
          const useless = gaps.filter((gap) => gap < minGap).reduce((sum, gap) => sum + gap, 0)
          return [
            {
              slot: `${timeText(minute)}:00`,
              useless,
              stretch: start - countFree(start, -1),
            },
          ]
        },
      )
      return starts.filter(
        ({ useless, stretch }) => !hidesGaps || !starts.some((one) => one.stretch === stretch && one.useless < useless),
      )
    })
    if (slots.length > 0) freeDays.push({ date: day.toString(), slots: slots.map(({ slot }) => slot) })
  }
  return freeDays
}

type Part = {
  duration: number
  buffer_before: number
  buffer_after: number
  slot_step: number | null
  processing_after: number | null
  processing_minutes: number
}

const parts: fc.Arbitrary<Part> = fc.constantFrom(5, 15, 20, 45, 60).chain((duration) =>
  fc
    .record({
      duration: fc.constant(duration),
      buffer_before: fc.constantFrom(0, 0, 5, 15),
      buffer_after: fc.constantFrom(0, 0, 10, 30),
      slot_step: fc.constantFrom(null, null, 10, 30),
      pauses: processingTimes(duration, 1),
    })
    .map(({ pauses: [pause], ...part }) => ({
      ...part,
      processing_after: pause?.after ?? null,
      processing_minutes: pause?.length ?? 0,
    })),
)

/**
 * Up to so many processing times of a visit, with work around each. A third of the visits has none, another third a long one,
 * in which other visits fit.
 */
function processingTimes(duration: number, most: number): fc.Arbitrary<Pause[]> {
  const moments = fc.uniqueArray(fc.integer({ min: 1, max: duration - 1 }), { minLength: 2, maxLength: 2 * most })
  const short = moments.map((minutes) => {
    const inOrder = minutes.toSorted((one, other) => one - other)
    return inOrder.flatMap((after, i) =>
      i % 2 === 0 && i + 1 < inOrder.length ? [{ after, length: inOrder[i + 1]! - after }] : [],
    )
  })
  const work = fc.integer({ min: 1, max: Math.ceil(duration / 6) })
  const long = fc.tuple(work, work).map(([after, rest]) => [{ after, length: duration - after - rest }])
  return fc.oneof(
    fc.constant<Pause[]>([]),
    long.filter(([pause]) => pause!.length > 0),
    short,
  )
}

/**
 * Reference implementation of a visit of several services: each begins when the one before and both buffers are over, as if
 * they were booked one by one, and each of them has to be within the opening hours.
 */
function searchParts(scenario: Scenario, services: Part[]) {
  const [first] = services as [Part]
  const starts = {
    ...scenario,
    step: first.slot_step ?? first.duration,
    before: 0,
    after: 0,
    processing: [],
    maxPerDay: scenario.maxPerDay,
  }
  const { isTaken, isClosed } = minuteChecks(scenario)
  // Candidates: every start of the first service's grid on an empty calendar.
  return search(without({ ...starts, duration: first.duration, bookings: [], maxPerDay: 0 }, 'closure')).flatMap(
    ({ date, slots }) => {
      const day = Temporal.PlainDate.from(date)
      if (isFull(scenario, day)) return []
      const [midnight, next] = findMidnights(day, scenario.timeZone) as [number, number]
      const windows = findWindows(scenario, day)
      const toEpoch = firstMinutesOn(day, scenario.timeZone)
      const fitting = slots.filter((slot) => {
        const start = toEpoch(minutesIn(slot))
        const { busy, work, present } = layOut(start, services)
        const window = windows.find(({ from, to }) => from <= minutesIn(slot) && minutesIn(slot) < to)!
        const isOpen = minutesIn(slot) + present <= window.to && start + present <= toEpoch(window.to)
        return (
          isOpen &&
          ![...work.filter(isTaken), ...busy.filter(isClosed)].some((minute) => minute >= midnight && minute < next)
        )
      })
      return fitting.length > 0 ? [{ date, slots: fitting }] : []
    },
  )
}

/** All minutes of the services with their buffers, those of work, and the minutes from the first service's start to the last one's end. */
function layOut(start: number, services: Part[]) {
  const busy: number[] = []
  const work: number[] = []
  let from = start - services[0]!.buffer_before
  let end = start
  for (const { buffer_before, duration, buffer_after, processing_after, processing_minutes } of services) {
    const until = from + buffer_before + duration + buffer_after
    for (let minute = from; minute < until; minute++) {
      busy.push(minute)
      const elapsed = minute - from - buffer_before
      const isFree =
        processing_after !== null && elapsed >= processing_after && elapsed < processing_after + processing_minutes
      if (!isFree) work.push(minute)
    }
    end = from + buffer_before + duration
    from = until
  }
  return { busy, work, present: end - start }
}

/** Reference implementation of `conflictsAt` for the minutes of a day. */
function searchConflicts(scenario: Scenario, date: string) {
  const { timeZone, duration } = scenario
  const { isTaken, isClosed } = minuteChecks(scenario)
  const day = Temporal.PlainDate.from(date)
  const windows = findWindows(scenario, day)
  const toEpoch = firstMinutesOn(day, timeZone)
  return (minute: number): string[] => {
    const wall = day.toPlainDateTime().add({ minutes: minute })
    const start = toEpoch(minute)
    const isShown = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).toPlainDateTime().equals(wall)
    const isOpen = windows.some(
      ({ from, to }) => from <= minute && minute + duration <= to && start + duration <= toEpoch(to),
    )
    const busy = busyMinutes(scenario, day, start)
    return [
      busy.some((minute) => isTaken(minute) && isWork(scenario, start, minute)) ? 'booking' : '',
      busy.some(isClosed) ? 'closure' : '',
      isOpen && isShown ? '' : 'hours',
      start < scenario.earliest ? 'notice' : '',
      isFull(scenario, day) ? 'limit' : '',
    ].filter((kind) => kind !== '')
  }
}

/** Checks single minutes, after counting who is present in each. */
function minuteChecks({ bookings, capacity, exceptions, timeZone }: Scenario) {
  const closures = ofKind({ exceptions }, 'closure')
  const closed = closures.map(({ from, to }) => [firstMinute(from, timeZone), firstMinute(to, timeZone)] as const)
  const present = new Map<number, number>()
  for (const { start, length, pauses } of bookings)
    for (let minute = start; minute < start + length; minute++)
      if (!isPaused(pauses, minute - start)) present.set(minute, (present.get(minute) ?? 0) + 1)
  return {
    isTaken: (minute: number) => (present.get(minute) ?? 0) >= capacity,
    isClosed: (minute: number) => closed.some(([from, to]) => from <= minute && minute < to),
  }
}

/** The minutes of a visit and its buffers, without those on another day. */
function busyMinutes(
  { timeZone, duration, before, after }: Scenario,
  day: Temporal.PlainDate,
  start: number,
): number[] {
  const [first, next] = findMidnights(day, timeZone)
  return Array.from({ length: before + duration + after }, (_, i) => start - before + i).filter(
    (minute) => minute >= first! && minute < next!,
  )
}

const isWork = ({ processing }: Scenario, start: number, minute: number) => !isPaused(processing, minute - start)

/** Sets the daily limit to the number of bookings on the day. */
function atDailyLimit(scenario: Scenario, date: string): Scenario {
  const [first, next] = findMidnights(Temporal.PlainDate.from(date), scenario.timeZone)
  return { ...scenario, maxPerDay: scenario.bookings.filter(({ start }) => start >= first! && start < next!).length }
}

const midnights = new Map<string, number[]>()

function findMidnights(day: Temporal.PlainDate, timeZone: string): number[] {
  const key = `${day} ${timeZone}`
  const bounds =
    midnights.get(key) ??
    [day, day.add({ days: 1 })].map((day) => firstMinute(day.toPlainDateTime().toString(), timeZone))
  midnights.set(key, bounds)
  return bounds
}

function isFull({ bookings, maxPerDay, timeZone }: Scenario, day: Temporal.PlainDate): boolean {
  const [first, next] = findMidnights(day, timeZone)
  return maxPerDay > 0 && bookings.filter(({ start }) => start >= first! && start < next!).length >= maxPerDay
}

/** Weekly hours without pauses, or changed hours; on a day with special openings, the merged windows of both. */
function findWindows(scenario: Scenario, day: Temporal.PlainDate) {
  const { calendar } = scenario
  const { hours, pauses } = findWeek(scenario, day)
  const date = day.toString()
  if (date < calendar.from || (calendar.to !== '' && date > calendar.to)) return []
  const weekday = weekdays[day.dayOfWeek - 1]
  const on = (times: WeekdayTimes[]) =>
    times
      .filter(({ weekdays }) => weekdays.includes(day.dayOfWeek))
      .map(({ from, to }) => ({ from: minutesIn(from), to: minutesIn(to) || 1440 }))
  const breaks = on(pauses)
  const usual = ['morning', 'afternoon'].flatMap((half) => {
    const [from, to] = [hours[`${weekday}_${half}_from`], hours[`${weekday}_${half}_to`]]
    if (!from || !to) return []
    const window = { from: minutesIn(from), to: minutesIn(to) || 1440 }
    return breaks.length > 0 ? findOpenRuns([window], breaks) : [window]
  })
  const changed = ofKind(scenario, 'changed_hours').find(({ from, to }) => from <= date && date <= to)
  const replaced = changed && on(changed.windows)
  const regular = replaced ? findOpenRuns(replaced) : usual
  const extra = ofKind(scenario, 'special_opening')
    .filter((opening) => opening.day === date)
    .map(({ from, to }) => ({ from: minutesIn(from), to: minutesIn(to) || 1440 }))
  return extra.length === 0 ? regular : findOpenRuns([...regular, ...extra])
}

/** Walks week by week from `rotaFrom` to the week of the day. */
function findWeek({ hours, pauses, otherWeeks, rotaFrom }: Scenario, day: Temporal.PlainDate) {
  const weeks = [{ hours, pauses }, ...otherWeeks]
  const ownMonday = day.subtract({ days: day.dayOfWeek - 1 })
  const step = Temporal.PlainDate.compare(day, rotaFrom) < 0 ? -1 : 1
  for (let monday = Temporal.PlainDate.from(rotaFrom); ; monday = monday.add({ weeks: step })) {
    if (monday.equals(ownMonday)) return weeks[0]!
    if (step > 0) weeks.push(weeks.shift()!)
    else weeks.unshift(weeks.pop()!)
  }
}

type Times = { from: number; to: number }

/** The windows of a day in which each minute is open. */
function findOpenRuns(windows: Times[], breaks: Times[] = []): Times[] {
  const open = new Uint8Array(1440)
  for (const { from, to } of windows) open.fill(1, from, to)
  for (const { from, to } of breaks) open.fill(0, from, to)
  const runs: Times[] = []
  for (let minute = 0; minute < open.length; minute++)
    if (open[minute] && !open[minute - 1]) {
      const closed = open.indexOf(0, minute)
      runs.push({ from: minute, to: closed === -1 ? open.length : closed })
    }
  return runs
}

const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The first epoch minute at which the local clock shows this time or a later one, found minute by minute near a clock change. */
function firstMinute(wall: string, timeZone: string): number {
  const key = `${wall} ${timeZone}`
  const minute = firstMinutes.get(key) ?? findFirstMinute(wall, timeZone)
  firstMinutes.set(key, minute)
  return minute
}

const firstMinutes = new Map<string, number>()

/** `firstMinute` of the minutes since a day's midnight. */
function firstMinutesOn(day: Temporal.PlainDate, timeZone: string): (minute: number) => number {
  const midnight = day.toPlainDateTime()
  const key = `${day} ${timeZone}`
  const minutes = minutesByDay.get(key) ?? []
  minutesByDay.set(key, minutes)
  return (minute) => {
    minutes[minute] ??= firstMinute(midnight.add({ minutes: minute }).toString(), timeZone)
    return minutes[minute]
  }
}

const minutesByDay = new Map<string, number[]>()

function findFirstMinute(wall: string, timeZone: string): number {
  const target = Temporal.PlainDateTime.from(wall)
  const toWallTime = (minute: number) =>
    Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
  const moment = target.toZonedDateTime(timeZone)
  const isNearChange = moment.subtract({ minutes: 61 }).offsetNanoseconds !== moment.offsetNanoseconds
  let minute = moment.epochMilliseconds / 60_000 - (isNearChange ? 61 : 0)
  while (Temporal.PlainDateTime.compare(toWallTime(minute), target) < 0) minute++
  return minute
}

/** Scenarios of three days: around the given day, or around clock changes and random days. */
function scenarios(timeZone: string, around?: string): fc.Arbitrary<Scenario> {
  const changes = around ? [around] : findClockChanges(timeZone)
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
        .map(([one, other]) => ({
          kind: 'closure' as const,
          ...(one < other ? { from: one, to: other } : { from: other, to: one }),
        }))
      const opening = fc
        .tuple(fc.constantFrom(first, middle, last), dayMinutes, dayMinutes)
        .filter(([, one, other]) => one !== other)
        .map(([day, one, other]) => ({
          kind: 'special_opening' as const,
          day,
          from: timeText(Math.max(Math.min(one, other), grid)),
          to: timeText(Math.max(one, other)),
        }))
        .filter(({ from, to }) => from < to)
      const weekdayTimes = fc
        .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 4 }), dayMinutes, dayMinutes)
        .filter(([, one, other]) => one !== other)
        .map(([weekdays, one, other]) => ({
          weekdays,
          from: timeText(Math.min(one, other)),
          to: timeText(Math.max(one, other)),
        }))
      const changed = fc.record({
        kind: fc.constant('changed_hours' as const),
        from: fc.constantFrom(first, middle),
        to: fc.constantFrom(middle, last),
        windows: fc.array(weekdayTimes, { minLength: 1, maxLength: 3 }),
      })
      const week = {
        hours: fc
          .tuple(...weekdays.map((weekday) => arbitraryHours(weekday, dayMinutes)))
          .map((days) => Object.assign({}, ...days)),
        pauses: fc.oneof(fc.constant<WeekdayTimes[]>([]), fc.array(weekdayTimes, { minLength: 1, maxLength: 3 })),
      }
      const none = fc.constant<StoredException[]>([])
      const lengths = fc.integer({ min: 1, max: 300 / grid }).map((n) => n * grid)
      const buffer = fc.oneof(fc.constant(0), fc.constantFrom(1, 5, 15, 30, 120))
      return fc.record<Scenario>({
        timeZone: fc.constant(timeZone),
        first: fc.constant(first),
        last: fc.constant(last),
        calendar: fc.oneof(
          { weight: 6, arbitrary: fc.constant({ from: '2020-01-01', to: '' }) },
          fc.constantFrom({ from: middle, to: '' }, { from: first, to: middle }, { from: last, to: last }),
        ),
        ...week,
        exceptions: fc
          .tuple(
            fc.oneof(none, fc.tuple(changed)),
            fc.oneof(none, fc.array(opening, { minLength: 1, maxLength: 2 })),
            fc.oneof(none, fc.array(closure, { minLength: 1, maxLength: 2 })),
          )
          .chain((kinds) => fc.shuffledSubarray(kinds.flat(), { minLength: kinds.flat().length })),
        duration: fc.constant(duration),
        step: fc.oneof(fc.constant(duration), fc.constantFrom(10, 15, 30, 45, 120)),
        before: buffer,
        after: buffer,
        processing: processingTimes(duration, 3),
        maxPerDay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
        capacity: fc.integer({ min: 1, max: 5 }),
        bookings: fc.array(
          fc.oneof(fc.constantFrom(10, duration, 30, 60), lengths).chain((length) =>
            fc.record({
              start: instants,
              length: fc.constant(length),
              pauses:
                length < 3 ? fc.constant<Pause[]>([]) : fc.oneof(fc.constant<Pause[]>([]), processingTimes(length, 2)),
            }),
          ),
          { maxLength: 80, size: 'max' },
        ),
        earliest: fc.oneof({ weight: 2, arbitrary: fc.constant(Number.NEGATIVE_INFINITY) }, instants),
        otherWeeks: fc.oneof(
          fc.constant<StoredWeek[]>([]),
          fc.array(fc.record<StoredWeek>(week), { minLength: 1, maxLength: 3 }),
        ),
        rotaFrom: fc.integer({ min: -60, max: 60 }).map((weeks) => addDays(MONDAY, weeks * 7)),
      })
    })
  // With fast-check's bias to small values, most of the first hundred scenarios would have no slots.
  return fc.noBias(scenario)
}

/** Opening hours with a morning, an afternoon or both; the last closing time may be midnight. */
function arbitraryHours(weekday: string, dayMinutes: fc.Arbitrary<number>): fc.Arbitrary<Record<string, string>> {
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

function findClockChanges(timeZone: string): string[] {
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
