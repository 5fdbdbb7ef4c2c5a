import { type Interval, intervalsWhere } from '@prenoto/core/availability/intervals.ts'

export const DAY_IN_MINUTES = 1440
const HOUR = 60

/** Assigns overlapping intervals to lanes side by side: `lane` counts from 0, `lanes` is the number in its group. */
export function assignLanes<I extends Interval>(intervals: readonly I[]): (I & { lane: number; lanes: number })[] {
  const ordered = [...intervals].sort((one, other) => one.from - other.from || other.to - one.to)
  const assigned: (I & { lane: number; lanes: number })[] = []
  let ends: number[] = []
  let groupStart = 0
  const closeGroup = () => {
    for (const one of assigned.slice(groupStart)) one.lanes = ends.length
  }
  for (const interval of ordered) {
    if (ends.every((end) => end <= interval.from)) {
      closeGroup()
      groupStart = assigned.length
      ends = []
    }
    const free = ends.findIndex((end) => end <= interval.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = interval.to
    assigned.push({ ...interval, lane, lanes: 0 })
  }
  closeGroup()
  return assigned
}

type Occupancy = {
  open: readonly Interval[]
  closed: readonly Interval[]
  busy: readonly Interval[]
  /** Number of bookings that may overlap. */
  capacity: number
}

/** The intervals that are open, not closed and below capacity, in order. */
export function freeIntervals({ open, closed, busy, capacity }: Occupancy): Interval[] {
  return intervalsWhere(
    [open, closed, busy],
    ([openCount, closedCount, busyCount]) => openCount! > 0 && closedCount === 0 && busyCount! < capacity,
  )
}

/** Cuts off the part of each interval before a minute. */
export const notBefore = (minute: number, intervals: readonly Interval[]) =>
  intervals.map(({ from, to }) => ({ from: Math.max(from, minute), to })).filter(({ from, to }) => from < to)

/** The time axis of days without opening hours and bookings. */
const WORKING_DAY = { from: 8 * HOUR, to: 19 * HOUR }

/** A time axis in whole hours that contains all intervals. */
export function timeAxis(intervals: readonly Interval[]): Interval {
  if (intervals.length === 0) return WORKING_DAY
  const from = Math.min(...intervals.map((interval) => interval.from))
  const to = Math.max(...intervals.map((interval) => interval.to))
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.min(Math.ceil(to / HOUR) * HOUR, DAY_IN_MINUTES) }
}

/** The full hours on an axis, in minutes, without its end. */
export const hoursOnAxis = ({ from, to }: Interval) =>
  Array.from({ length: (to - from) / HOUR }, (_, i) => from + i * HOUR)

const percent = (part: number) => `${+(part * 100).toFixed(3)}%`

/** CSS `top` of a minute on an axis. */
export const toTop = (minute: number, axis: Interval) => percent((minute - axis.from) / (axis.to - axis.from))

/** CSS `top` and `height` of an interval on an axis. */
export const toPosition = ({ from, to }: Interval, axis: Interval) => ({
  top: toTop(from, axis),
  height: percent((to - from) / (axis.to - axis.from)),
})
