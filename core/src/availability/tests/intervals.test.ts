import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  busyTimes,
  difference,
  type Interval,
  intersection,
  isAtCapacity,
  toIntervalList,
  totalLength,
  union,
} from '../intervals.ts'

const LAST = 60
const minutes = Array.from({ length: LAST }, (_, minute) => minute)
const ascending = (numbers: number[]) => numbers.sort((one, other) => one - other)

const someIntervals = fc.array(
  fc
    .tuple(fc.nat(LAST), fc.nat(LAST))
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
  { maxLength: 8 },
)

const countCovering = (intervals: readonly Interval[], minute: number) =>
  intervals.filter(({ from, to }) => from <= minute && minute < to).length

test('union, intersection and difference return the right minutes in order, in the fewest intervals', () => {
  fc.assert(
    fc.property(someIntervals, someIntervals, (some, others) => {
      const operations: [Interval[], (minute: number) => boolean][] = [
        [union(some), (minute) => countCovering(some, minute) > 0],
        [intersection(some, others), (minute) => countCovering(some, minute) > 0 && countCovering(others, minute) > 0],
        [difference(some, others), (minute) => countCovering(some, minute) > 0 && countCovering(others, minute) === 0],
      ]
      for (const [result, isIn] of operations) {
        for (const minute of minutes) expect(countCovering(result, minute)).toBe(isIn(minute) ? 1 : 0)
        expect(totalLength(result)).toBe(minutes.filter(isIn).length)
        for (const [i, { from }] of result.entries()) expect(from).toBeGreaterThan(result[i - 1]?.to ?? -1)
      }
    }),
    { numRuns: 60 },
  )
})

test('separate lists of starts and ends give the number of intervals that cover a minute', () => {
  fc.assert(
    fc.property(someIntervals, fc.integer({ min: 1, max: 3 }), (some, crowd) => {
      const real = some.filter(({ from, to }) => from < to)
      const separate = { starts: ascending(real.map(({ from }) => from)), ends: ascending(real.map(({ to }) => to)) }
      for (const minute of minutes) {
        expect(countCovering(toIntervalList(separate), minute)).toBe(countCovering(real, minute))
        expect(isAtCapacity(separate, crowd, minute, minute + 1)).toBe(countCovering(real, minute) >= crowd)
      }
    }),
    { numRuns: 60 },
  )
})

test('a calendar is busy with visits, but not during their processing times', () => {
  const visit = fc
    .uniqueArray(fc.nat(LAST), { minLength: 4, maxLength: 4 })
    .map((minutes) => ascending(minutes) as [number, number, number, number])
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 6 }), fc.integer({ min: 1, max: 3 }), (visits, crowd) => {
      const busy = busyTimes(
        { starts: visits.map(([from]) => from), ends: visits.map(([, , , to]) => to) },
        { starts: visits.map(([, from]) => from), ends: visits.map(([, , to]) => to) },
      )
      const parts = visits.flatMap(([from, pause, work, to]) => [
        { from, to: pause },
        { from: work, to },
      ])
      for (const minute of minutes)
        expect(isAtCapacity(busy, crowd, minute, minute + 1)).toBe(countCovering(parts, minute) >= crowd)
      expect(busy.visits).toEqual(ascending(visits.map(([from]) => from)))
    }),
    { numRuns: 60 },
  )
})
