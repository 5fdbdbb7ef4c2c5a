import type { BookableDay } from '../core/src/availability/bookable-days.ts'
import type { SlotRules } from '../core/src/availability/slots.ts'
import { addDays, dateOf, isoWeekday } from '../core/src/time/plain-date.ts'
import { dayClock } from '../core/src/time/time-zone.ts'

export const engineCases = [
  { days: 5, bookings: 100 },
  { days: 31, bookings: 1_000 },
  { days: 92, bookings: 5_000 },
]

/** A shop open 8-12 and 14-18 with slots of half an hour, as many bookings as asked, and two closures. */
export function engineCase(days: number, bookings: number): { calendar: BookableDay[]; rules: SlotRules } {
  const windows = [
    { from: 480, to: 720 },
    { from: 840, to: 1080 },
  ]
  const calendar = Array.from({ length: days }, (_, i) => {
    const date = addDays(dateOf('2026-09-01'), i)
    return { date, clock: dayClock(date, 'Europe/Rome'), windows: isoWeekday(date) === 7 ? [] : windows }
  })
  const random = randomNumbers(days)
  const starts: number[] = []
  const ends: number[] = []
  for (let i = 0; i < bookings; i++) {
    const { clock } = calendar[Math.floor(random() * days)]!
    const start = clock.midnight + 480 + Math.floor(random() * 40) * 15
    starts.push(start)
    ends.push(start + [15, 30, 45, 60][Math.floor(random() * 4)]!)
  }
  const noonOf = (day: number) => calendar[Math.floor(day)]!.clock.midnight + 720
  return {
    calendar,
    rules: {
      duration: 30,
      step: 30,
      before: 0,
      after: 0,
      maxPerDay: 0,
      capacity: Math.ceil(bookings / days / 12),
      bookings: { starts: ascending(starts), ends: ascending(ends) },
      closures: {
        starts: [noonOf(days / 3), noonOf(days / 2)],
        ends: [noonOf(days / 3 + 1), noonOf(days / 2 + 1)],
      },
      earliest: calendar[0]!.clock.midnight + 600,
    },
  }
}

function ascending(minutes: number[]): number[] {
  return minutes.sort((a, b) => a - b)
}

/** The same numbers on every run: a linear congruential generator. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
