import type { Interval } from '@prenoto/core/availability/intervals.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignLanes, freeIntervals, hoursOnAxis, notBefore, timeAxis } from './intervals.ts'

/** A short day, so that random intervals often overlap. */
const LAST = 120

const interval = (from: number, to: number): Interval => ({ from, to })

const someInterval = fc
  .tuple(fc.nat(LAST), fc.nat(LAST))
  .map(([one, other]) => interval(Math.min(one, other), Math.max(one, other)))
const someIntervals = fc.array(someInterval, { maxLength: 12 })

const covers = (minute: number) => (one: Interval) => one.from <= minute && minute < one.to
const minutes = Array.from({ length: LAST }, (_, minute) => minute)

test.each([
  ['a single interval takes the whole width', [interval(0, 10)], ['0/1']],
  ['adjacent intervals do not share the width', [interval(0, 10), interval(10, 20)], ['0/1', '0/1']],
  ['overlapping intervals share the width', [interval(0, 10), interval(5, 20)], ['0/2', '1/2']],
  [
    'a third interval reuses a lane that is free again',
    [interval(0, 10), interval(5, 20), interval(10, 15)],
    ['0/2', '1/2', '0/2'],
  ],
  ['the longer of two intervals with the same start comes first', [interval(0, 10), interval(0, 30)], ['0/2', '1/2']],
])('%s', (_, intervals, lanes) => {
  expect(assignLanes(intervals).map(({ lane, lanes }) => `${lane}/${lanes}`)).toEqual(lanes)
})

test('overlapping intervals never share a lane, and there are no more lanes than overlapping intervals', () => {
  fc.assert(
    fc.property(someIntervals, (intervals) => {
      const real = intervals.filter(({ from, to }) => from < to)
      const placed = assignLanes(real)
      expect(placed).toHaveLength(real.length)
      for (const one of placed) {
        expect(one.lane).toBeLessThan(one.lanes)
        for (const other of placed)
          if (one !== other && one.from < other.to && other.from < one.to) {
            expect(one.lane).not.toBe(other.lane)
            expect(one.lanes).toBe(other.lanes)
          }
      }
      const most = Math.max(0, ...minutes.map((minute) => real.filter(covers(minute)).length))
      expect(Math.max(0, ...placed.map(({ lanes }) => lanes))).toBeLessThanOrEqual(most)
    }),
    { numRuns: 60 },
  )
})

test('free intervals contain exactly the minutes that are open, not closed and below capacity', {
  tags: ['13.104'],
}, () => {
  fc.assert(
    fc.property(
      someIntervals,
      someIntervals,
      someIntervals,
      fc.integer({ min: 1, max: 3 }),
      (open, closed, busy, capacity) => {
        const gaps = freeIntervals({ open, closed, busy, capacity })
        for (const minute of minutes) {
          const isFree =
            open.some(covers(minute)) && !closed.some(covers(minute)) && busy.filter(covers(minute)).length < capacity
          expect(gaps.filter(covers(minute))).toHaveLength(isFree ? 1 : 0)
        }
        for (const [i, gap] of gaps.entries()) expect(gap.from).toBeGreaterThan(gaps[i - 1]?.to ?? -1)
      },
    ),
    { numRuns: 40 },
  )
})

test('cuts off the part of an interval before a minute', () => {
  expect(notBefore(600, [interval(540, 620), interval(500, 600)])).toEqual([interval(600, 620)])
})

test('the axis contains all intervals in whole hours, and is a working day without them', () => {
  expect(timeAxis([interval(545, 700), interval(800, 1139)])).toEqual(interval(540, 1140))
  expect(timeAxis([interval(1400, 1440)])).toEqual(interval(1380, 1440))
  expect(timeAxis([])).toEqual(interval(480, 1140))
  expect(hoursOnAxis(interval(540, 720))).toEqual([540, 600, 660])
})
