export const ROWS_PER_PAGE = 10

/** How many table pages there are, one more while further items wait to be loaded. */
export const pageCount = (loaded: number, hasMore: boolean) =>
  Math.max(1, Math.ceil(loaded / ROWS_PER_PAGE) + (hasMore ? 1 : 0))

/** Whether the list has to load on: it is empty, or past its first table page less than one more lies ready. */
export const needsMore = (pageIndex: number, loaded: number, hasMore: boolean) =>
  hasMore && (loaded === 0 || (pageIndex > 0 && loaded < (pageIndex + 2) * ROWS_PER_PAGE))
