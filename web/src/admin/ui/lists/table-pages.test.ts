import { expect, test } from 'vitest'
import { needsMore, pageCount } from './table-pages.ts'

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [34, 4],
])('%i items make %i pages', { tags: ['2.67', '9.8'] }, (total, count) => {
  expect(pageCount(total)).toBe(count)
})

test.each([
  ['an empty list loads', 0, 0, true, true],
  ['the first page needs no more than it has', 0, 10, true, false],
  ['the second page loads what comes after it', 1, 20, true, true],
  ['unless it is there', 1, 30, true, false],
  ['or there is nothing left', 1, 20, false, false],
])('%s', { tags: ['4.8'] }, (_, page, loaded, hasMore, expected) => {
  expect(needsMore(page, loaded, hasMore)).toBe(expected)
})
