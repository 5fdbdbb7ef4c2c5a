import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { dayOptions, slotsOf } from './offered-slots.ts'

const days = [
  { date: dateOf('2026-11-21'), slots: [timeOf('09:00'), timeOf('10:00')] },
  { date: dateOf('2026-11-24'), slots: [timeOf('15:00')] },
]

test('days are offered as short weekday, day and month', () => {
  expect(dayOptions(days, '')).toEqual([
    { value: '2026-11-21', text: 'sab 21 nov' },
    { value: '2026-11-24', text: 'mar 24 nov' },
  ])
})

test('the chosen day stays among them, in its place, when its slots have gone', () => {
  expect(dayOptions(days, '2026-11-23').map(({ value }) => value)).toEqual(['2026-11-21', '2026-11-23', '2026-11-24'])
  expect(slotsOf(days, '2026-11-23')).toEqual([])
  expect(slotsOf(days, '2026-11-24')).toEqual(['15:00:00'])
})

test('a service without slots offers no day at all', () => {
  expect(dayOptions([], '2026-11-23')).toEqual([])
})
