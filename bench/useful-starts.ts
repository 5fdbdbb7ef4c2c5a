import { percent, type Row } from '@prenoto/test-support/formats/table.ts'
import type { BookableDay } from '../core/src/availability/bookable-days.ts'
import { slotsOfDay } from '../core/src/availability/slots.ts'
import { addDays, isoWeekday, parsePlainDate } from '../core/src/time/plain-date.ts'
import { toMinuteOfDay } from '../core/src/time/plain-time.ts'
import { dayClock } from '../core/src/time/time-zone.ts'
import { dice } from '../server/src/features/operations/demo/random.ts'

/** Open from Tuesday to Saturday. */
const WINDOWS = [
  { from: 540, to: 780 },
  { from: 870, to: 1170 },
]
const DURATIONS = [20, 30, 30, 45, 45, 60, 60, 90]
/** Minutes between the starts of the grid. */
const STEPS = [15, 30]
const MIN_GAP = 20
const DAYS = 31
/** Visitors who look for a time, for each open day. */
const VISITORS = 13
/** How far from the wished hour a visitor comes, minutes, and on how many days after the wished one. */
const PATIENCE = 120
const LATER_DAYS = 2

const MONTHS = 20

/** Seeded months of visitors at a busy salon, with and without the rule that leaves no useless gap. */
export function benchUsefulStarts(): Row[] {
  const seeds = Array.from({ length: MONTHS }, (_, seed) => seed)
  const play = (rules: GapRules) => sum(seeds.map((seed) => playMonth(seed, rules)))
  const describe = ({ open, filled, requests, refused }: Month) =>
    `${Math.round(filled / 60 / MONTHS)} h filled (${percent(filled / open)}), ${Math.round(refused / MONTHS)} of ${Math.round(requests / MONTHS)} visitors found nothing`
  return STEPS.map((step) => {
    const [without, rule] = [play({ step, minGap: 0 }), play({ step, minGap: MIN_GAP })]
    return {
      figure: `a month at a busy salon without gaps under ${MIN_GAP} minutes`,
      data: `mean of ${MONTHS} seeded months, starts every ${step} minutes`,
      measured: `${describe(rule)}; without the rule ${describe(without)}`,
      budget: 'more hours filled than without the rule',
      passed: rule.filled > without.filled,
    }
  })
}

type GapRules = { step: number; minGap: number }

type Month = { open: number; filled: number; requests: number; refused: number }

const sum = (months: Month[]): Month =>
  months.reduce((total, { open, filled, requests, refused }) => ({
    open: total.open + open,
    filled: total.filled + filled,
    requests: total.requests + requests,
    refused: total.refused + refused,
  }))

function playMonth(seed: number, rules: GapRules): Month {
  const random = dice(seed)
  const days = Array.from({ length: DAYS }, (_, i) => addDays(parsePlainDate('2026-09-01'), i))
    .filter((date) => isoWeekday(date) > 1 && isoWeekday(date) < 7)
    .map((date) => ({ date, clock: dayClock(date, 'Europe/Rome'), windows: WINDOWS, starts: [], ends: [] }) as OpenDay)
  let [filled, refused] = [0, 0]
  const requests = days.length * VISITORS
  for (let visitor = 0; visitor < requests; visitor++) {
    const [duration, wished] = [random.pick(DURATIONS), 540 + random.below(600)]
    const first = random.below(days.length)
    const hasBooked = days.slice(first, first + 1 + LATER_DAYS).some((day) => book(day, { duration, wished, ...rules }))
    if (hasBooked) filled += duration
    else refused++
  }
  return { open: days.length * WINDOWS.reduce((sum, { from, to }) => sum + to - from, 0), filled, requests, refused }
}

type OpenDay = BookableDay & { starts: number[]; ends: number[] }

/** Books the shown start that is nearest to the wished minute. Returns whether one is near enough. */
function book(day: OpenDay, { duration, wished, step, minGap }: GapRules & { duration: number; wished: number }) {
  const { starts, ends, clock } = day
  const shownStarts = slotsOfDay(day, {
    ...{
      duration,
      step,
      before: 0,
      after: 0,
      processing: [],
      capacity: 1,
      maxPerDay: 0,
      bookings: { starts, ends, visits: starts },
    },
    ...{ closures: { starts: [], ends: [] }, earliest: 0, minGap, hidesGaps: true },
  }).map(toMinuteOfDay)
  const away = (minute: number) => Math.abs(minute - wished)
  const [nearest] = shownStarts.sort((one, other) => away(one) - away(other))
  if (nearest === undefined || away(nearest) > PATIENCE) return false
  starts.push(clock.midnight + nearest)
  ends.push(clock.midnight + nearest + duration)
  for (const minutes of [starts, ends]) minutes.sort((one, other) => one - other)
  return true
}
