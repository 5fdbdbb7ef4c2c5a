import { expect, test } from 'vitest'
import { appendItem, itemsOf, type Pages, receivePage, removeItem, replaceItem } from './crud-queries.ts'

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
const idsOf = (loaded: Pages<Item> | undefined) => itemsOf(loaded!.pages).map(({ id }) => id)

test('pages follow each other, and an item that is already there is skipped', { tags: ['4.6'] }, () => {
  expect(idsOf(pages([1, 2, 3], [3, 4], [2, 5]))).toEqual([1, 2, 3, 4, 5])
})

test('an empty page is the last one, and so is one that never came', { tags: ['4.7'] }, () => {
  expect(receivePage(page([], true)).has_more).toBe(false)
  expect(receivePage<Item>({})).toEqual({ items: [], last_id: null, has_more: false })
  expect(receivePage(page([1], true)).has_more).toBe(true)
})

test('what was created stands at the end, once, even when a later page brings it again', { tags: ['4.9'] }, () => {
  const created = appendItem<Item>({ id: 9 })(pages([1, 2], [3]))!
  expect(idsOf(created)).toEqual([1, 2, 3, 9])
  expect(idsOf({ ...created, pages: [...created.pages, page([8, 9])] })).toEqual([1, 2, 3, 9, 8])
})

test('what was changed is replaced in its place', { tags: ['4.9'] }, () => {
  const changed = replaceItem<Item>({ id: 2, name: 'Nuovo' })(pages([1, 2], [3]))
  expect(itemsOf(changed!.pages)).toEqual([{ id: 1 }, { id: 2, name: 'Nuovo' }, { id: 3 }])
})

test('what was deleted is gone, and its page still knows how to go on', { tags: ['4.9'] }, () => {
  const emptied = removeItem<Item>(3)(pages([1, 2], [3]))!
  expect(idsOf(emptied)).toEqual([1, 2])
  expect(emptied.pages.at(-1)).toEqual({ items: [], last_id: 3, has_more: true })
})

test('a list that was never loaded stays so', () => {
  expect(removeItem<Item>(3)(undefined)).toBeUndefined()
})
