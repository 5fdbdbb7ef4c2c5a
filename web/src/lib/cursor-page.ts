/** The loaded part of a paginated list. */
export type Loaded<Item> = { items: Item[]; lastId: number | null; hasMore: boolean }

/** `total`: the number of all items, only in the first page of some lists. */
export type CursorPage<Item> = { items: Item[]; last_id: number | null; has_more: boolean; total?: number }

/** Appends a page without items that were loaded before. An empty page is the last one. */
export function appendPage<Item extends { id: number }>(loaded: Loaded<Item>, page: CursorPage<Item>): Loaded<Item> {
  const knownIds = new Set(loaded.items.map((item) => item.id))
  return {
    items: [...loaded.items, ...page.items.filter((item) => !knownIds.has(item.id))],
    lastId: page.last_id,
    hasMore: page.has_more && page.items.length > 0,
  }
}
