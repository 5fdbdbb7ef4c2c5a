import { expect, test } from 'vitest'
import { appendItem, mergePages, type Pages, receivePage, removeItem, replaceItem } from './crud-queries.ts'

type Item = { id: number; name?: string }

const page = (ids: number[], has_more = true) => ({
  items: ids.map((id): Item => ({ id })),
  last_id: ids.at(-1) ?? null,
  has_more,
})
const pages = (...loaded: number[][]): Pages<Item> => ({
  pages: loaded.map((ids) => page(ids)),
  pageParams: loaded.map(() => ({})),
})
const listIds = (loaded: Pages<Item> | undefined) => mergePages(loaded!.pages).map(({ id }) => id)

test('concatenates pages and skips repeated items', { tags: ['4.6'] }, () => {
  expect(listIds(pages([1, 2, 3], [3, 4], [2, 5]))).toEqual([1, 2, 3, 4, 5])
})

test('treats an empty or missing page as the last one', { tags: ['4.7'] }, () => {
  expect(receivePage(page([], true)).has_more).toBe(false)
  expect(receivePage<Item>({})).toEqual({ items: [], last_id: null, has_more: false })
  expect(receivePage(page([1], true)).has_more).toBe(true)
})

test('appends a created item once, even if its page or a later one contains it', { tags: ['4.9'] }, () => {
  const created = appendItem<Item>({ id: 9 })(pages([1, 2], [3]))!
  expect(listIds(created)).toEqual([1, 2, 3, 9])
  expect(listIds({ ...created, pages: [...created.pages, page([8, 9])] })).toEqual([1, 2, 3, 9, 8])
  expect(listIds(appendItem<Item>({ id: 9 })(created))).toEqual([1, 2, 3, 9])
})

test('replaces a changed item in its position', { tags: ['4.9'] }, () => {
  const changed = replaceItem<Item>({ id: 2, name: 'Nuovo' })(pages([1, 2], [3]))
  expect(mergePages(changed!.pages)).toEqual([{ id: 1 }, { id: 2, name: 'Nuovo' }, { id: 3 }])
})

test('removes a deleted item and keeps the cursor of its page', { tags: ['4.9'] }, () => {
  const emptied = removeItem<Item>(3)(pages([1, 2], [3]))!
  expect(listIds(emptied)).toEqual([1, 2])
  expect(emptied.pages.at(-1)).toEqual({ items: [], last_id: 3, has_more: true })
})

test('leaves a list that was never loaded undefined', () => {
  expect(removeItem<Item>(3)(undefined)).toBeUndefined()
})
