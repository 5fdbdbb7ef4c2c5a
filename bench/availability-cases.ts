import type { BookableDay } from '../core/src/availability/bookable-days.ts'
import { busyTimes } from '../core/src/availability/intervals.ts'
import type { SlotRules } from '../core/src/availability/slots.ts'
import { addDays, isoWeekday, parsePlainDate } from '../core/src/time/plain-date.ts'
import { dayClock } from '../core/src/time/time-zone.ts'
import { dice } from '../server/src/features/operations/demo/random.ts'

export const CASES = [
  { days: 5, bookings: 100 },
  { days: 31, bookings: 1_000 },
  { days: 92, bookings: 5_000 },
]

/** A business open 8-12 and 14-18 on weekdays, with slots of half an hour, random bookings and two closures. */
export function availabilityCase(days: number, bookings: number): { calendar: BookableDay[]; rules: SlotRules } {
  const windows = [
    { from: 480, to: 720 },
    { from: 840, to: 1080 },
  ]
  const calendar = Array.from({ length: days }, (_, i) => {
    const date = addDays(parsePlainDate('2026-09-01'), i)
    return { date, clock: dayClock(date, 'Europe/Rome'), windows: isoWeekday(date) === 7 ? [] : windows }
  })
  const random = dice(days)
  const [starts, ends]: [number[], number[]] = [[], []]
  for (let i = 0; i < bookings; i++) {
    const start = random.pick(calendar).clock.midnight + 480 + random.below(40) * 15
    starts.push(start)
    ends.push(start + random.pick([15, 30, 45, 60]))
  }
  const getNoon = (day: number) => calendar[Math.floor(day)]!.clock.midnight + 720
  return {
    calendar,
    rules: {
      duration: 30,
      step: 30,
      before: 0,
      after: 0,
      processing: [],
      maxPerDay: 0,
      capacity: Math.ceil(bookings / days / 12),
      bookings: busyTimes({ starts, ends }, { starts: [], ends: [] }),
      closures: {
        starts: [getNoon(days / 3), getNoon(days / 2)],
        ends: [getNoon(days / 3 + 1), getNoon(days / 2 + 1)],
      },
      earliest: calendar[0]!.clock.midnight + 600,
      minGap: 0,
      hidesGaps: false,
    },
  }
}
