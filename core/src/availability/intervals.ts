/** The minutes from `from` up to `to`, which is excluded: of a local day or since 1970, as the caller counts. */
export type Interval = { from: number; to: number }

/** The union of the intervals, in order; intervals that touch become one. */
export const union = (intervals: readonly Interval[]) => intervalsWhere([intervals], ([covering]) => covering! > 0)

/** The intersection of two groups of intervals, in order. */
export const intersection = (some: readonly Interval[], others: readonly Interval[]) =>
  intervalsWhere([some, others], ([one, other]) => one! > 0 && other! > 0)

/** The first group of intervals without the second, in order. */
export const difference = (some: readonly Interval[], others: readonly Interval[]) =>
  intervalsWhere([some, others], ([inside, covering]) => inside! > 0 && covering === 0)

/** How long intervals that don't overlap are together. */
export const lengthOf = (intervals: readonly Interval[]) => intervals.reduce((sum, { from, to }) => sum + to - from, 0)

/** The intervalsWhere of time on which something holds of how many intervals of each group cover it, in order. */
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
  const found: Interval[] = []
  for (const [i, { at, group, step }] of edges.entries()) {
    covering[group]! += step
    const next = edges[i + 1]?.at ?? at
    if (next === at || !holds(covering)) continue
    const last = found.at(-1)
    if (last?.to === at) last.to = next
    else found.push({ from: at, to: next })
  }
  return found
}

/**
 * Many intervals as two ascending lists, for the engine: all their starts and all their ends. Which start belongs to which end does
 * not matter where only the number of overlapping intervals is asked.
 */
export type Intervals = { starts: ArrayLike<number>; ends: ArrayLike<number> }

/** Other intervals that cover each minute as often. */
export const pairsOf = ({ starts, ends }: Intervals): Interval[] =>
  Array.from(starts, (from, i) => ({ from, to: ends[i]! }))

/** Whether at least `crowd` of the intervals overlap at some instant of [from, to). */
export const isAtCapacity = (intervals: Intervals, crowd: number, from: number, to: number) =>
  capacityCheck(intervals, crowd)(from, to)

/**
 * Answers whether [from, to) meets a time when at least `crowd` intervals overlap; to be asked with ascending starts.
 *
 * At an instant t, n intervals have started and all but fewer than `crowd` of them have not ended exactly when
 * `ends[n - crowd] > t`. So the crowded times are the union of the intervals [starts[i + crowd - 1], ends[i]), whose
 * bounds both ascend with i: one pointer finds the only one that needs a look.
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

/** Answers how many intervals begin in [from, to); to be asked with ascending starts. */
export function startsIn({ starts }: Intervals) {
  let next = 0
  return (from: number, to: number) => {
    while (next < starts.length && starts[next]! < from) next++
    const first = next
    while (next < starts.length && starts[next]! < to) next++
    return next - first
  }
}
