import { expect, test } from 'vitest'
import { needsMore, pageCount } from './table-pages.ts'

test.each([
  [0, false, 1],
  [10, false, 1],
  [11, false, 2],
  [20, true, 3],
])('%i items loaded, more to come: %s, make %i pages', (loaded, hasMore, count) => {
  expect(pageCount(loaded, hasMore)).toBe(count)
})

test.each([
  ['an empty list loads', 0, 0, true, true],
  ['the first page needs no more than it has', 0, 10, true, false],
  ['the second page loads what comes after it', 1, 20, true, true],
  ['unless it is there', 1, 30, true, false],
  ['or there is nothing left', 1, 20, false, false],
])('%s', (_, page, loaded, hasMore, expected) => {
  expect(needsMore(page, loaded, hasMore)).toBe(expected)
})
