import { expect, test } from 'vitest'
import { weekdayNames } from './weekday-names.ts'

test.each([
  [[1], 'lun'],
  [[2, 1], 'lun, mar'],
  [[1, 2, 3, 5], 'lun–mer, ven'],
  [[1, 2, 3, 4, 5, 6, 7], 'lun–dom'],
])('%j reads %s', (weekdays, names) => {
  expect(weekdayNames(weekdays)).toBe(names)
})
