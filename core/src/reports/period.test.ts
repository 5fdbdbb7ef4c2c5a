import { describe, expect, test } from 'vitest'
import { parsePlainDate } from '../time/plain-date.ts'
import {
  comparedPeriods,
  getPeriodKind,
  type Period,
  periodAround,
  shiftPeriod,
  splitPeriod,
  wholeMonths,
} from './period.ts'

const period = (text: string): Period => {
  const [from, to] = text.split('/')
  return { from: parsePlainDate(from!), to: parsePlainDate(to!) }
}
const formatPeriod = ({ from, to }: Period) => `${from}/${to}`

test.for([
  ['2026-11-01/2026-11-30', 1, 'month'],
  ['2026-10-01/2026-12-31', 3, 'quarter'],
  ['2026-11-01/2027-01-31', 3, 'range'],
  ['2026-01-01/2026-12-31', 12, 'year'],
  ['2025-07-01/2026-06-30', 12, 'range'],
  ['2026-11-01/2026-11-29', undefined, 'range'],
  ['2026-11-02/2026-12-01', undefined, 'range'],
] as const)('%s has %s whole months and is a %s', { tags: ['13.122'] }, ([text, months, kind]) => {
  expect([wholeMonths(period(text)), getPeriodKind(period(text))]).toEqual([months, kind])
})

test.for([
  ['2026-03-01/2026-03-31', -1, '2026-02-01/2026-02-28'],
  ['2026-02-01/2026-02-28', 1, '2026-03-01/2026-03-31'],
  ['2024-01-01/2024-12-31', -1, '2023-01-01/2023-12-31'],
  ['2026-10-01/2026-12-31', 1, '2027-01-01/2027-03-31'],
  ['2026-03-05/2026-03-14', -1, '2026-02-23/2026-03-04'],
] as const)('%s shifted by %i of its lengths is %s', ([text, by, expected]) => {
  expect(formatPeriod(shiftPeriod(period(text), by))).toBe(expected)
})

describe('the compared periods on 31 March 2026', () => {
  test.for([
    ['of a past period', '2026-02-01/2026-02-28', '2026-02-01/2026-02-28', '2026-01-01/2026-01-31'],
    ['of a future period', '2026-05-01/2026-05-31', '2026-05-01/2026-05-31', '2026-04-01/2026-04-30'],
    ['of a period that ends today', '2026-03-01/2026-03-31', '2026-03-01/2026-03-31', '2026-02-01/2026-02-28'],
    ['of a period in progress', '2026-01-01/2026-12-31', '2026-01-01/2026-03-31', '2025-01-01/2025-03-31'],
    ['of a range in progress', '2026-03-28/2026-04-06', '2026-03-28/2026-03-31', '2026-03-18/2026-03-21'],
  ] as const)('%s', ([, text, current, previous]) => {
    const compared = comparedPeriods(period(text), parsePlainDate('2026-03-31'))
    expect([formatPeriod(compared.current), formatPeriod(compared.previous)]).toEqual([current, previous])
  })
})

test.for([
  ['month', '2026-11-01/2026-11-30'],
  ['quarter', '2026-10-01/2026-12-31'],
  ['year', '2026-01-01/2026-12-31'],
] as const)('the %s around 21 November is %s', ([kind, text]) => {
  expect(formatPeriod(periodAround(parsePlainDate('2026-11-21'), kind))).toBe(text)
})

test('a short period is divided into days, a long one into months', () => {
  expect(splitPeriod(period('2026-02-27/2026-03-01')).starts).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(splitPeriod(period('2025-12-15/2026-03-10'))).toEqual({
    unit: 'month',
    starts: ['2025-12-15', '2026-01-01', '2026-02-01', '2026-03-01'],
  })
})
