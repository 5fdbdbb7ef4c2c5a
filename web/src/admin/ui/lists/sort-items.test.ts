import { expect, test } from 'vitest'
import { nextSorting, sortItems } from './sort-items.ts'

const columns = [{ sortBy: (item: { name: string }) => item.name }, {}]
const makeItems = (...names: string[]) => names.map((name) => ({ name }))

test('sorts ascending, then descending, then restores the original order', { tags: ['2.67'] }, () => {
  const up = nextSorting(undefined, 1)
  expect(up).toEqual({ column: 1, direction: 'ascending' })
  const down = nextSorting(up, 1)
  expect(down).toEqual({ column: 1, direction: 'descending' })
  expect(nextSorting(down, 1)).toBeUndefined()
  expect(nextSorting(down, 0)).toEqual({ column: 0, direction: 'ascending' })
})

test('sorts names in Italian order and the numbers in them by value', () => {
  const items = makeItems('Sala 10', 'àncora', 'Sala 2', 'Zeta', 'barca')
  const sorted = sortItems(items, columns, { column: 0, direction: 'ascending' })
  expect(sorted).toEqual(makeItems('àncora', 'barca', 'Sala 2', 'Sala 10', 'Zeta'))
  expect(sortItems(items, columns, { column: 0, direction: 'descending' })).toEqual(sorted.toReversed())
})

test('does not sort by a column without a sort key', () => {
  const items = makeItems('b', 'a')
  expect(sortItems(items, columns, { column: 1, direction: 'ascending' })).toBe(items)
})
