import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { expect, test } from 'vitest'
import {
  compareAmounts,
  compareCounts,
  comparePercents,
  findLargest,
  formatPeriod,
  showHours,
  toPercent,
  toShare,
} from './figures.ts'

test('formats differences in words, to the cent', { tags: ['13.125'] }, () => {
  expect([compareCounts(1_250, 4), compareCounts(3, 4), compareCounts(4, 4)]).toEqual([
    '1.246 in più',
    '1 in meno',
    'come prima',
  ])
  expect([compareAmounts('1000.10', '0.20'), compareAmounts('0.00', '0.05')]).toEqual([
    '999,90\u00a0€ in più',
    '0,05\u00a0€ in meno',
  ])
  expect([comparePercents(51, 50), comparePercents(40, 50), comparePercents(40, undefined)]).toEqual([
    '1 punto in più',
    '10 punti in meno',
    undefined,
  ])
})

test('formats hours and computes occupancy in percent', () => {
  expect([showHours(90), showHours(75_000), toPercent(30, 60), toPercent(30, 0)]).toEqual([
    '1,5 h',
    '1.250 h',
    50,
    undefined,
  ])
})

test('computes shares of the largest amount', () => {
  const amounts = ['25.00', '100.00', '0.00']
  expect(amounts.map((amount) => toShare(amount, findLargest(amounts)))).toEqual([0.25, 1, 0])
  expect(toShare(0, findLargest([0, 0]))).toBe(0)
})

test.for([
  ['2026-11-01', '2026-11-30', 'novembre 2026'],
  ['2026-10-01', '2026-12-31', 'ottobre – dicembre 2026'],
  ['2026-01-01', '2026-12-31', '2026'],
  ['2026-11-03', '2026-11-10', 'dal 3 novembre 2026 al 10 novembre 2026'],
])('formats the period from %s to %s as %s', ([from, to, text]) => {
  expect(formatPeriod({ from: parsePlainDate(from!), to: parsePlainDate(to!) })).toBe(text)
})
