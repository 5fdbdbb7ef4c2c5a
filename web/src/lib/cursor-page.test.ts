import { expect, test } from 'vitest'
import { appendPage } from './cursor-page.ts'

const loaded = { items: [{ id: 1 }, { id: 2 }], lastId: 2, hasMore: true }

test('appends a page and moves the cursor', { tags: ['4.6'] }, () => {
  expect(appendPage(loaded, { items: [{ id: 3 }], last_id: 3, has_more: true })).toEqual({
    items: [{ id: 1 }, { id: 2 }, { id: 3 }],
    lastId: 3,
    hasMore: true,
  })
})

test('skips items that were loaded before', { tags: ['4.6'] }, () => {
  const { items } = appendPage(loaded, { items: [{ id: 2 }, { id: 3 }], last_id: 3, has_more: false })
  expect(items).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('treats an empty page as the last one, even if it says that more follow', { tags: ['4.7'] }, () => {
  expect(appendPage(loaded, { items: [], last_id: null, has_more: true }).hasMore).toBe(false)
})
