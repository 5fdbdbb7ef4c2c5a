import { expect, test } from 'vitest'
import { needsMore, pageCount } from './table-pages.ts'

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [34, 4],
])('%i items fill %i pages', { tags: ['2.67', '9.8'] }, (total, count) => {
  expect(pageCount(total)).toBe(count)
})

test.each([
  ['loads an empty list', 0, 0, true, true],
  ['loads nothing more for the first page', 0, 10, true, false],
  ['loads the page after the second one', 1, 20, true, true],
  ['does not load the page after the second one again', 1, 30, true, false],
  ['loads nothing at the end of the list', 1, 20, false, false],
])('%s', { tags: ['4.8'] }, (_, page, loaded, hasMore, expected) => {
  expect(needsMore(page, loaded, hasMore)).toBe(expected)
})
