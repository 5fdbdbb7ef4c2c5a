/** What has been loaded of a list that comes page by page. */
export type Loaded<Item> = { items: Item[]; lastId: number | null; hasMore: boolean }

/** `total`: how many there are in all, where a first page says so. */
export type CursorPage<Item> = { items: Item[]; last_id: number | null; has_more: boolean; total?: number }

/** Appends a page, skipping items that are there already; an empty page is the last one. */
export function appendPage<Item extends { id: number }>(loaded: Loaded<Item>, page: CursorPage<Item>): Loaded<Item> {
  const known = new Set(loaded.items.map((item) => item.id))
  return {
    items: [...loaded.items, ...page.items.filter((item) => !known.has(item.id))],
    lastId: page.last_id,
    hasMore: page.has_more && page.items.length > 0,
  }
}
