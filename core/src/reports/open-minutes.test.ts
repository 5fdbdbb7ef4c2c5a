import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlainDate } from '../time/plain-date.ts'
import { openMinutes } from './open-minutes.ts'

const DAY = 1440
const interval = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))

const ascending = (numbers: number[]) => numbers.sort((a, b) => a - b)

test('counts the minutes of a window outside closures, also when closures overlap', {
  tags: ['13.124'],
}, () => {
  fc.assert(
    fc.property(
      fc.array(interval(0, 720), { maxLength: 1 }),
      fc.array(interval(721, DAY), { maxLength: 1 }),
      fc.array(interval(-200, 3 * DAY), { maxLength: 8 }),
      (morning, afternoon, closures) => {
        const windows = [...morning, ...afternoon]
        const days = ['2026-11-21', '2026-11-22'].map((date, i) => ({
          date: parsePlainDate(date),
          clock: { midnight: i * DAY, change: undefined },
          windows,
        }))

        const open = openMinutes(days, {
          starts: ascending(closures.map(({ from }) => from)),
          ends: ascending(closures.map(({ to }) => to)),
        })

        const has = (minute: number) => (of: { from: number; to: number }) => minute >= of.from && minute < of.to
        const expected = days.map(({ date, clock }) => {
          const minutes = Array.from({ length: DAY }, (_, minute) => minute)
          const isOpen = (minute: number) => windows.some(has(minute)) && !closures.some(has(clock.midnight + minute))
          return [date, minutes.filter(isOpen).length]
        })
        expect([...open]).toEqual(expected)
      },
    ),
  )
})

test('counts an hour less when the clocks go forward and an hour more when they go back', {
  tags: ['13.124'],
}, () => {
  const date = parsePlainDate('2026-03-29')
  const windows = [{ from: 0, to: 360 }]
  const open = (shift: number) =>
    openMinutes([{ date, clock: { midnight: 0, change: { at: 120, shift } }, windows }], { starts: [], ends: [] })

  expect([open(60).get(date), open(-60).get(date)]).toEqual([300, 420])
})
