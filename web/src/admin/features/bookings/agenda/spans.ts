import { type Interval, stretches } from '@prenoto/core/availability/intervals.ts'

/** A part of a day on the local clock, minutes since midnight. */
export type Span = Interval

export const DAY_IN_MINUTES = 1440
const HOUR = 60

/** Spans that overlap stand side by side: in which lane each is, of how many that stand together. */
export function sideBySide<S extends Span>(spans: readonly S[]): (S & { lane: number; lanes: number })[] {
  const ordered = [...spans].sort((one, other) => one.from - other.from || other.to - one.to)
  const placed: (S & { lane: number; lanes: number })[] = []
  let ends: number[] = []
  let first = 0
  const share = () => {
    for (const one of placed.slice(first)) one.lanes = ends.length
  }
  for (const span of ordered) {
    if (ends.every((end) => end <= span.from)) {
      share()
      first = placed.length
      ends = []
    }
    const free = ends.findIndex((end) => end <= span.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = span.to
    placed.push({ ...span, lane, lanes: 0 })
  }
  share()
  return placed
}

/** What makes a time free: open, not closed, and taken by fewer than there is room for. */
export type Times = { open: readonly Span[]; closed: readonly Span[]; busy: readonly Span[]; capacity: number }

/** When one can still come, in order. */
export function gapsOf({ open, closed, busy, capacity }: Times): Span[] {
  return stretches([open, closed, busy], ([opened, shut, taken]) => opened! > 0 && shut === 0 && taken! < capacity)
}

/** What of the spans is not before a minute. */
export const notBefore = (minute: number, spans: readonly Span[]) =>
  spans.map(({ from, to }) => ({ from: Math.max(from, minute), to })).filter(({ from, to }) => from < to)

/** From when to when the axis of time goes where nothing says otherwise. */
const WORKING_DAY = { from: 8 * HOUR, to: 19 * HOUR }

/** Whole hours that hold all of the spans. */
export function axisOf(spans: readonly Span[]): Span {
  if (spans.length === 0) return WORKING_DAY
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.to))
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.min(Math.ceil(to / HOUR) * HOUR, DAY_IN_MINUTES) }
}

/** The hours of an axis, as minutes; its end is none. */
export const hoursOf = ({ from, to }: Span) => Array.from({ length: (to - from) / HOUR }, (_, i) => from + i * HOUR)
