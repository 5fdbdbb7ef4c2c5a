import { type DayPart, toDayPart } from '../availability/slot-groups.ts'
import { epochDay, isoWeekday, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toMinuteOfDay } from '../time/plain-time.ts'
import { COME_BACK_WEEKS } from './come-back-schema.ts'

type Visited = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id: number }

/** When and with whom a customer usually comes. */
export type Habit = { weekday: number; part: DayPart; hour: PlainTime; calendar_id: number }

/** Visits from which a rhythm can be told. */
const MIN_VISITS = 3

/** The usual number of weeks between the visits of these days, by the median; undefined for too few visits. */
export function findRhythm(days: PlainDate[]): number | undefined {
  const dates = [...new Set(days)].sort().map(epochDay)
  if (dates.length < MIN_VISITS) return undefined
  const gaps = dates.slice(1).map((date, i) => date - dates[i]!)
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]!
  return Math.min(COME_BACK_WEEKS.most, Math.max(COME_BACK_WEEKS.least, Math.round(median / 7)))
}

/** The most frequent values of the visits, which are sorted latest first; of equally frequent ones, that of the later visit. */
export function findHabit(visits: [Visited, ...Visited[]]): Habit {
  const weekday = mostFrequent(visits.map(({ visit_day }) => isoWeekday(visit_day)))
  const part = mostFrequent(visits.map(({ visit_hour }) => toDayPart(visit_hour)))
  return {
    weekday,
    part,
    hour: visits.find(({ visit_hour }) => toDayPart(visit_hour) === part)!.visit_hour,
    calendar_id: mostFrequent(visits.map(({ calendar_id }) => calendar_id)),
  }
}

function mostFrequent<V>(values: V[]): V {
  const counts = new Map<V, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

type FreeSlot = { calendar_id: number; visit_hour: PlainTime }

/** The free slot of a day that fits a habit best: the same part of the day, then the same person, then the nearest hour. */
export function findFittingSlot<S extends FreeSlot>(slots: S[], { part, hour, calendar_id }: Habit): S | undefined {
  const rank = (slot: S) =>
    (toDayPart(slot.visit_hour) === part ? 0 : 10_000) +
    (slot.calendar_id === calendar_id ? 0 : 5_000) +
    Math.abs(toMinuteOfDay(slot.visit_hour) - toMinuteOfDay(hour))
  return slots.toSorted((one, other) => rank(one) - rank(other))[0]
}
