export type Sorting = { column: number; direction: 'ascending' | 'descending' }

/** Ascending, then descending, then unsorted. */
export function nextSorting(sorting: Sorting | undefined, column: number): Sorting | undefined {
  if (sorting?.column !== column) return { column, direction: 'ascending' }
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

const italian = new Intl.Collator('it', { numeric: true, sensitivity: 'base' })

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : italian.compare(String(a), String(b))

/** A stable sort. */
export function sortItems<Item>(
  items: Item[],
  columns: { sortBy?: (item: Item) => string | number }[],
  sorting: Sorting | undefined,
): Item[] {
  const sortBy = sorting && columns[sorting.column]?.sortBy
  if (!sortBy) return items
  const sign = sorting.direction === 'ascending' ? 1 : -1
  return items.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)))
}
