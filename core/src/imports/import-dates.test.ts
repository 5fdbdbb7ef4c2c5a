import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromEpochDay } from '../time/plain-date.ts'
import { dateOrderFinder, readWhen } from './import-dates.ts'

const ROME = { order: 'dmy' as const, timeZone: 'Europe/Rome' }

test.for([
  ['03/11/2026', '9:30', '2026-11-03 09:30'],
  ['3-11-26', '09.30', '2026-11-03 09:30'],
  ['2026-11-03', '9:30 PM', '2026-11-03 21:30'],
  ['2026/11/3', '12:05 am', '2026-11-03 00:05'],
  ['03/11/2026 14:15:00', '', '2026-11-03 14:15'],
  ['2026-11-03T14:15', '', '2026-11-03 14:15'],
  ['2026-11-03 10:00:00', '', '2026-11-03 10:00'],
  ['November 3, 2026 9:00 am', '', '2026-11-03 09:00'],
  ['Mar 3, 2026', '9:00am', '2026-03-03 09:00'],
  ['3 Nov 2026', '4:30pm', '2026-11-03 16:30'],
  ['martedì 3 novembre 2026', 'ore 9.00', '2026-11-03 09:00'],
  ['Tue, 3 Nov 2026', '09:00 - 10:00', '2026-11-03 09:00'],
  ['2026-11-03T09:00:00Z', '', '2026-11-03 10:00'],
  ['2026-07-03T23:30:00-02:00', '', '2026-07-04 03:30'],
  ['03/11/2026', '03/11/2026 18:45', '2026-11-03 18:45'],
  ['03-dic-26', '9,30', '2026-12-03 09:30'],
  ['3 dic 26', '0,395833333333333', '2026-12-03 09:30'],
  ['46359', '0.75', '2026-12-03 18:00'],
  ['46359,3958333', '', '2026-12-03 09:30'],
  ['giovedì 3-dic-2026', '16,05', '2026-12-03 16:05'],
] as const)('reads %j and %j as %s', ([day, hour, expected]) => {
  const { visit_day, visit_hour } = readWhen({ day, hour }, ROME)
  expect(`${visit_day} ${visit_hour?.slice(0, 5)}`).toBe(expected)
})

test.for([
  ['31/02/2026', '9:00'],
  ['domani', '9:00'],
  ['2026-11-03T99:99:00Z', ''],
] as const)('%j is no day', ([day, hour]) => {
  expect(readWhen({ day, hour }, ROME).visit_day).toBeUndefined()
})

test.for(['', '9', '25:00', '10:70', '13:00 pm', 'mattina'])('%j is no hour', (hour) => {
  expect(readWhen({ day: '03/11/2026', hour }, ROME)).toEqual({ visit_day: '2026-11-03' })
})

function findDateOrder(values: string[]) {
  const orders = dateOrderFinder()
  for (const value of values) orders.add(value)
  return orders.getOrder()
}

test('the order of day and month is proved, contradicted or open', () => {
  expect(findDateOrder(['03/04/2026', '25/04/2026'])).toBe('dmy')
  expect(findDateOrder(['03/04/2026', '04/25/2026'])).toBe('mdy')
  expect(findDateOrder(['03/04/2026'])).toBe('either')
  expect(findDateOrder(['25/04/2026', '04/25/2026'])).toBe('either')
  expect(findDateOrder(['2026-04-03', 'April 3, 2026', ''])).toBeNull()
})

test('every day is read back in both orders', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), (days) => {
      const day = fromEpochDay(days)
      const [year, month, date] = day.split('-')
      expect(readWhen({ day: `${date}/${month}/${year}`, hour: '' }, ROME).visit_day).toBe(day)
      expect(readWhen({ day: `${month}.${date}.${year}`, hour: '' }, { ...ROME, order: 'mdy' }).visit_day).toBe(day)
    }),
  )
})
