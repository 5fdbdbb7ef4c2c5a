import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisOf, gapsOf, hoursOf, notBefore, type Span, sideBySide } from './spans.ts'

/** A short day has all that a long one has. */
const LAST = 120

const span = (from: number, to: number): Span => ({ from, to })

const someSpan = fc
  .tuple(fc.nat(LAST), fc.nat(LAST))
  .map(([one, other]) => span(Math.min(one, other), Math.max(one, other)))
const someSpans = fc.array(someSpan, { maxLength: 12 })

const covers = (minute: number) => (one: Span) => one.from <= minute && minute < one.to
const minutes = Array.from({ length: LAST }, (_, minute) => minute)

test.each([
  ['one alone has all the width', [span(0, 10)], ['0/1']],
  ['two that touch are not together', [span(0, 10), span(10, 20)], ['0/1', '0/1']],
  ['two that overlap share', [span(0, 10), span(5, 20)], ['0/2', '1/2']],
  ['a third takes the lane that is free again', [span(0, 10), span(5, 20), span(10, 15)], ['0/2', '1/2', '0/2']],
  ['the longer of two that begin together comes first', [span(0, 10), span(0, 30)], ['0/2', '1/2']],
])('%s', (_, spans, lanes) => {
  expect(sideBySide(spans).map(({ lane, lanes }) => `${lane}/${lanes}`)).toEqual(lanes)
})

test('whatever overlaps, no two share a lane, each has one, and there are no more of them than overlap', () => {
  fc.assert(
    fc.property(someSpans, (spans) => {
      const real = spans.filter(({ from, to }) => from < to)
      const placed = sideBySide(real)
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

test('a gap is every minute that is open, not closed and has room, and no other', { tags: ['13.104'] }, () => {
  fc.assert(
    fc.property(someSpans, someSpans, someSpans, fc.integer({ min: 1, max: 3 }), (open, closed, busy, capacity) => {
      const gaps = gapsOf({ open, closed, busy, capacity })
      for (const minute of minutes) {
        const isFree =
          open.some(covers(minute)) && !closed.some(covers(minute)) && busy.filter(covers(minute)).length < capacity
        expect(gaps.filter(covers(minute))).toHaveLength(isFree ? 1 : 0)
      }
      for (const [i, gap] of gaps.entries()) expect(gap.from).toBeGreaterThan(gaps[i - 1]?.to ?? -1)
    }),
    { numRuns: 40 },
  )
})

test('cuts off the part of an interval before a minute', () => {
  expect(notBefore(600, [span(540, 620), span(500, 600)])).toEqual([span(600, 620)])
})

test('the axis holds all of it in whole hours, and a day of work where there is nothing', () => {
  expect(axisOf([span(545, 700), span(800, 1139)])).toEqual(span(540, 1140))
  expect(axisOf([span(1400, 1440)])).toEqual(span(1380, 1440))
  expect(axisOf([])).toEqual(span(480, 1140))
  expect(hoursOf(span(540, 720))).toEqual([540, 600, 660])
})
