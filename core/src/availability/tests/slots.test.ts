import { expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { dayClock } from '../../time/time-zone.ts'
import type { BookableDay } from '../bookable-days.ts'
import { conflictsAt } from '../conflicts.ts'
import { type BusyTimes, busyTimes } from '../intervals.ts'
import { availableSlots, type SlotRules, slotsOfDay } from '../slots.ts'

const anyTime = Number.NEGATIVE_INFINITY
const saturday = '2026-11-21'

test('slots follow each other from the opening while the visit ends by closing time', { tags: ['4.22'] }, () => {
  expect(slots(aDay(saturday, '09:00-12:00'), { duration: 60 })).toEqual(['09:00', '10:00', '11:00'])
  expect(slots(aDay(saturday, '09:00-11:59'), { duration: 60 })).toEqual(['09:00', '10:00'])
  expect(slots(aDay(saturday, '09:00-10:10', '14:05-15:00'), { duration: 25 })).toEqual([
    '09:00',
    '09:25',
    '14:05',
    '14:30',
  ])
  expect(slots(aDay(saturday, '09:00-09:59'), { duration: 60 })).toEqual([])
})

test('slots are formatted with seconds', { tags: ['3.10'] }, () => {
  expect(slotsOfDay(aDay(saturday, '09:30-10:00'), rules({ duration: 30 }))).toEqual(['09:30:00'])
})

test('offers slots around the clock on a day open for 24 hours', () => {
  expect(slots(aDay(saturday, '00:00-24:00'), { duration: 480 })).toEqual(['00:00', '08:00', '16:00'])
})

test('lists only days with slots, in order', () => {
  const days = [
    aDay('2026-11-21', '09:00-10:00'),
    aDay('2026-11-22'),
    aDay('2026-11-23', '09:00-10:00'),
    aDay('2026-11-24', '09:00-10:00'),
  ]
  const bookings = intervals(['2026-11-23T09:00', '2026-11-23T10:00'])

  expect(availableSlots(days, rules({ duration: 60, bookings }))).toEqual([
    { date: '2026-11-21', slots: ['09:00:00'] },
    { date: '2026-11-24', slots: ['09:00:00'] },
  ])
})

test('a booking takes the slots that it overlaps, not those that it touches', () => {
  const free = (from: string, to: string) =>
    slots(aDay(saturday, '09:00-12:00'), {
      duration: 60,
      bookings: intervals([`${saturday}T${from}`, `${saturday}T${to}`]),
    })

  expect(free('10:00', '11:00')).toEqual(['09:00', '11:00'])
  expect(free('09:59', '11:00')).toEqual(['11:00'])
  expect(free('10:00', '11:01')).toEqual(['09:00'])
  expect(free('10:15', '10:45')).toEqual(['09:00', '11:00'])
  expect(free('08:00', '09:00')).toEqual(['09:00', '10:00', '11:00'])
  expect(free('12:00', '13:00')).toEqual(['09:00', '10:00', '11:00'])
  expect(free('08:00', '13:00')).toEqual([])
})

test('capacity counts simultaneous bookings, not all bookings during a slot', { tags: ['4.23'] }, () => {
  const day = aDay(saturday, '09:00-11:00')
  const bookings = intervals(
    [`${saturday}T09:00`, `${saturday}T11:00`],
    [`${saturday}T09:00`, `${saturday}T10:00`],
    [`${saturday}T10:00`, `${saturday}T11:00`],
  )

  expect(slots(day, { duration: 120, capacity: 3, bookings })).toEqual(['09:00'])
  expect(slots(day, { duration: 120, capacity: 2, bookings })).toEqual([])
})

test('one minute at capacity takes a long slot', () => {
  const bookings = intervals([`${saturday}T09:00`, `${saturday}T10:01`], [`${saturday}T10:00`, `${saturday}T11:00`])

  expect(slots(aDay(saturday, '09:00-12:00'), { duration: 60, capacity: 2, bookings })).toEqual(['09:00', '11:00'])
})

test('a slot stays available until its bookings reach the capacity', () => {
  const taken = Array.from({ length: 5 }, () => [`${saturday}T09:00`, `${saturday}T10:00`] as const)
  const day = aDay(saturday, '09:00-10:00')

  expect(slots(day, { duration: 60, capacity: 5, bookings: intervals(...taken.slice(1)) })).toEqual(['09:00'])
  expect(slots(day, { duration: 60, capacity: 5, bookings: intervals(...taken) })).toEqual([])
})

test('a closure lasts without interruption from its first day and hour to its last', { tags: ['4.24'] }, () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((date) => aDay(date, '09:00-11:00', '15:00-17:00'))
  const closures = intervals(['2026-11-20T15:30', '2026-11-22T10:00'], ['2026-11-21T08:00', '2026-11-21T09:00'])

  expect(availableSlots(days, rules({ duration: 60, closures }))).toEqual([
    { date: '2026-11-20', slots: ['09:00:00', '10:00:00'] },
    { date: '2026-11-22', slots: ['10:00:00', '15:00:00', '16:00:00'] },
  ])
})

test('a closure takes slots at any capacity', () => {
  const closures = intervals([`${saturday}T09:30`, `${saturday}T09:31`])

  expect(slots(aDay(saturday, '09:00-11:00'), { duration: 60, capacity: 5, closures })).toEqual(['10:00'])
})

test('the first slot begins at the earliest minute or later', () => {
  const day = aDay(saturday, '09:00-12:00')

  expect(slots(day, { duration: 60, earliest: toRomeMinute(`${saturday}T10:00`) })).toEqual(['10:00', '11:00'])
  expect(slots(day, { duration: 60, earliest: toRomeMinute(`${saturday}T10:01`) })).toEqual(['11:00'])
})

test('a service with a duration of zero has no slots', () => {
  expect(slots(aDay(saturday, '09:00-12:00'), { duration: 0 })).toEqual([])
})

test('when the clocks go forward, times that do not exist are not offered', () => {
  const sunday = '2026-03-29'

  expect(slots(aDay(sunday, '00:00-05:00'), { duration: 30 })).toEqual([
    '00:00',
    '00:30',
    '01:00',
    '01:30',
    '03:00',
    '03:30',
    '04:00',
    '04:30',
  ])
  expect(slots(aDay(sunday, '01:30-04:30'), { duration: 60 })).toEqual(['01:30', '03:30'])
})

test('when the clocks go forward, a visit that would end after closing time is not offered', () => {
  const sunday = '2026-03-29'

  expect(slots(aDay(sunday, '01:30-03:30'), { duration: 60 })).toEqual(['01:30'])
  expect(slots(aDay(sunday, '01:30-03:30'), { duration: 61 })).toEqual([])
  expect(slots(aDay(sunday, '01:00-02:30'), { duration: 60 })).toEqual(['01:00'])
  expect(slots(aDay(sunday, '01:15-02:30'), { duration: 60 })).toEqual([])
  const conflicts = (from: string, duration: number) =>
    conflictsAt(aDay(sunday, from), 90, { rules: rules({ duration }), notice: anyTime })
  expect(conflicts('01:30-03:30', 60)).toEqual([])
  expect(conflicts('01:30-03:30', 61)).toEqual(['hours'])
})

test('when the clocks go back, only the first occurrence of the repeated hour is offered', () => {
  const sunday = '2026-10-25'
  const day = aDay(sunday, '01:00-04:00')
  const during = (from: string, to: string) =>
    busyTimes({ starts: [instantMinute(from)], ends: [instantMinute(to)] }, toMinutes([]))

  expect(slots(day, { duration: 60 })).toEqual(['01:00', '02:00', '03:00'])
  expect(slots(day, { duration: 60, bookings: during('2026-10-25T00:00Z', '2026-10-25T01:00Z') })).toEqual([
    '01:00',
    '03:00',
  ])
  expect(slots(day, { duration: 60, bookings: during('2026-10-25T01:00Z', '2026-10-25T02:00Z') })).toEqual([
    '01:00',
    '02:00',
    '03:00',
  ])
})

test.each([
  ['2026-03-28', '2026-03-28T08:00Z', '2026-03-28T13:00Z'],
  ['2026-03-29', '2026-03-29T07:00Z', '2026-03-29T12:00Z'],
  ['2026-10-24', '2026-10-24T07:00Z', '2026-10-24T12:00Z'],
  ['2026-10-25', '2026-10-25T08:00Z', '2026-10-25T13:00Z'],
])('on %s the windows open at 9 and 14 local time', { tags: ['4.27'] }, (date, nine, fourteen) => {
  const day = aDay(date, '09:00-10:00', '14:00-15:00')
  const only = (instant: string) =>
    busyTimes({ starts: [instantMinute(instant)], ends: [instantMinute(instant) + 60] }, toMinutes([]))

  expect(slots(day, { duration: 60 })).toEqual(['09:00', '14:00'])
  expect(slots(day, { duration: 60, bookings: only(nine) })).toEqual(['14:00'])
  expect(slots(day, { duration: 60, bookings: only(fourteen) })).toEqual(['09:00'])
})

test('a day whose midnight is skipped begins at one', () => {
  expect(slots(aDay('2026-04-24', '00:00-03:00'), { duration: 30 }, 'Africa/Cairo')).toEqual([
    '01:00',
    '01:30',
    '02:00',
    '02:30',
  ])
})

test('a clock change of half an hour removes half an hour of slots', () => {
  expect(slots(aDay('2026-10-04', '01:30-03:30'), { duration: 30 }, 'Australia/Lord_Howe')).toEqual([
    '01:30',
    '02:30',
    '03:00',
  ])
})

test('another visit fits into the processing time of a visit, to the minute', () => {
  const day = aDay(saturday, '09:00-12:00')
  // 30 minutes of work, 40 of processing, 20 of work.
  const bookings = busyTimes(
    toMinutes([[`${saturday}T09:00`, `${saturday}T10:30`]]),
    toMinutes([[`${saturday}T09:30`, `${saturday}T10:10`]]),
  )
  const free = (overrides: Partial<SlotRules>) =>
    slots(day, { step: 10, bookings, ...overrides }).filter((slot) => slot < '10:30')

  expect(free({ duration: 30 })).toEqual(['09:30', '09:40'])
  expect(free({ duration: 40 })).toEqual(['09:30'])
  expect(free({ duration: 41 })).toEqual([])
  expect(free({ duration: 30, before: 10 })).toEqual(['09:40'])
  expect(free({ duration: 30, before: 5, after: 6 })).toEqual([])
  expect(free({ duration: 30, capacity: 2 })).toHaveLength(9)
})

test('a visit with a processing time is offered where its work fits around other visits', () => {
  const day = aDay(saturday, '09:00-12:00')
  const processing = [{ from: 30, to: 70 }]
  const free = (...times: Times[]) => slots(day, { duration: 90, step: 10, processing, bookings: intervals(...times) })

  expect(free([`${saturday}T09:30`, `${saturday}T10:10`])).toEqual(['09:00', '10:10', '10:20', '10:30'])
  expect(free([`${saturday}T09:30`, `${saturday}T10:11`])).toEqual(['10:20', '10:30'])
  expect(free([`${saturday}T09:29`, `${saturday}T10:10`])).toEqual(['10:10', '10:20', '10:30'])
  // The customer is there all the time, so the visit ends by closing time and avoids closures.
  expect(
    slots(day, { duration: 90, processing, closures: intervals([`${saturday}T10:00`, `${saturday}T10:05`]) }),
  ).toEqual(['10:30'])
})

test('the daily limit counts a visit with a processing time once', () => {
  const day = aDay(saturday, '09:00-12:00')
  const bookings = busyTimes(
    toMinutes([[`${saturday}T09:00`, `${saturday}T10:30`]]),
    toMinutes([[`${saturday}T09:30`, `${saturday}T10:00`]]),
  )

  expect(slots(day, { duration: 30, bookings, maxPerDay: 2 })).toEqual(['09:30', '10:30', '11:00', '11:30'])
  expect(slots(day, { duration: 30, bookings, maxPerDay: 1 })).toEqual([])
})

function slots(day: BookableDay, overrides: Partial<SlotRules>, timeZone = 'Europe/Rome'): string[] {
  const clock = dayClock(day.date, timeZone)
  return slotsOfDay({ ...day, clock }, rules(overrides)).map((slot) => slot.slice(0, 5))
}

function rules(overrides: Partial<SlotRules>): SlotRules {
  const { duration = 30 } = overrides
  return {
    duration,
    step: duration,
    before: 0,
    after: 0,
    processing: [],
    capacity: 1,
    maxPerDay: 0,
    bookings: intervals(),
    closures: intervals(),
    minGap: 0,
    hidesGaps: false,
    earliest: anyTime,
    ...overrides,
  }
}

function aDay(text: string, ...windows: string[]): BookableDay {
  const date = parsePlainDate(text)
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return {
    date,
    clock: dayClock(date, 'Europe/Rome'),
    windows: windows.map((window) => ({ from: minutes(window.slice(0, 5)), to: minutes(window.slice(6)) })),
  }
}

type Times = readonly [string, string]

const toMinutes = (pairs: readonly Times[]) => ({
  starts: pairs.map(([start]) => toRomeMinute(start)),
  ends: pairs.map(([, end]) => toRomeMinute(end)),
})

const intervals = (...pairs: Times[]): BusyTimes => busyTimes(toMinutes(pairs), toMinutes([]))

function toRomeMinute(wall: string): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime('Europe/Rome').epochMilliseconds / 60_000
}

function instantMinute(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds / 60_000
}
