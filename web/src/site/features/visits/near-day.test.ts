import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { expect, test } from 'vitest'
import { formatNearDay } from './near-day.ts'

test.for([
  ['2026-11-27', 'oggi'],
  ['2026-11-28', 'domani'],
  ['2026-12-03', 'giovedì'],
  ['2026-12-04', 'venerdì 4 dicembre'],
])('names %s as %s on Friday 27 November', ([day, name]) => {
  expect(formatNearDay(parsePlainDate(day!), parsePlainDate('2026-11-27'))).toBe(name)
})
