/** Minutes from `from` (included) to `to` (excluded), of a local day or since 1970. */
export type Interval = { from: number; to: number }

/** The union of the intervals, in order; intervals that touch become one. */
export const union = (intervals: readonly Interval[]) => intervalsWhere([intervals], ([covering]) => covering! > 0)

/** The intersection of two groups of intervals, in order. */
export const intersection = (some: readonly Interval[], others: readonly Interval[]) =>
  intervalsWhere([some, others], ([one, other]) => one! > 0 && other! > 0)

/** The first group of intervals without the second, in order. */
export const difference = (some: readonly Interval[], others: readonly Interval[]) =>
  intervalsWhere([some, others], ([inside, covering]) => inside! > 0 && covering === 0)

/** Total length of intervals that do not overlap. */
export const totalLength = (intervals: readonly Interval[]) =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0)

/** The intervals in which `holds` is true for the number of covering intervals in each group, in order. */
export function intervalsWhere(
  groups: readonly (readonly Interval[])[],
  holds: (covering: readonly number[]) => boolean,
): Interval[] {
  const edges = groups.flatMap((intervals, group) =>
    intervals
      .filter(({ from, to }) => from < to)
      .flatMap(({ from, to }) => [
        { at: from, group, step: 1 },
        { at: to, group, step: -1 },
      ]),
  )
  edges.sort((one, other) => one.at - other.at)
  const covering = groups.map(() => 0)
  const matches: Interval[] = []
  for (const [i, { at, group, step }] of edges.entries()) {
    covering[group]! += step
    const next = edges[i + 1]?.at ?? at
    if (next === at || !holds(covering)) continue
    const last = matches.at(-1)
    if (last?.to === at) last.to = next
    else matches.push({ from: at, to: next })
  }
  return matches
}

/**
 * Intervals as two ascending lists, of all starts and of all ends. The slot engine only counts overlapping intervals,
 * so it does not need to know which start belongs to which end.
 */
export type Intervals = { starts: ArrayLike<number>; ends: ArrayLike<number> }

/**
 * When a calendar is busy. A visit with processing times is busy in several intervals; `visits` has the start of each
 * visit once.
 */
export type BusyTimes = Intervals & { visits: ArrayLike<number> }

type Unsorted = { starts: readonly number[]; ends: readonly number[] }

/** The busy times of visits, whose calendar is free during their processing times. Neither needs to be in order. */
export function busyTimes(visits: Unsorted, processing: Unsorted): BusyTimes {
  const starts = visits.starts.toSorted(ascending)
  if (processing.starts.length === 0) return { starts, ends: visits.ends.toSorted(ascending), visits: starts }
  return {
    // Work begins again where a processing time ends.
    starts: [...starts, ...processing.ends].sort(ascending),
    ends: [...visits.ends, ...processing.starts].sort(ascending),
    visits: starts,
  }
}

const ascending = (one: number, other: number) => one - other

/** Pairs starts and ends into intervals that cover each minute equally often; they may differ from the originals. */
export const toIntervalList = ({ starts, ends }: Intervals): Interval[] =>
  Array.from(starts, (from, i) => ({ from, to: ends[i]! }))

/** Whether at least `crowd` of the intervals overlap at some instant of [from, to). */
export const isAtCapacity = (intervals: Intervals, crowd: number, from: number, to: number) =>
  capacityCheck(intervals, crowd)(from, to)

/**
 * Checks whether at least `crowd` intervals overlap at some instant of [from, to); call it with ascending `from`.
 *
 * At an instant t, n intervals have started and all but fewer than `crowd` of them have not ended exactly when
 * `ends[n - crowd] > t`. So the times at capacity are the union of the intervals [starts[i + crowd - 1], ends[i]),
 * whose bounds both ascend with i, so that one pointer finds the only interval to check.
 */
export function capacityCheck({ starts, ends }: Intervals, crowd: number) {
  const ahead = crowd - 1
  const count = starts.length - ahead
  let next = 0
  return (from: number, to: number): boolean => {
    while (next < count && (ends[next]! <= from || ends[next]! <= starts[next + ahead]!)) next++
    return next < count && starts[next + ahead]! < to
  }
}

/** Counts the starts in [from, to); call it with ascending `from`. */
export function startsIn(starts: ArrayLike<number>) {
  let next = 0
  return (from: number, to: number) => {
    while (next < starts.length && starts[next]! < from) next++
    const first = next
    while (next < starts.length && starts[next]! < to) next++
    return next - first
  }
}
