export const ROWS_PER_PAGE = 10

/** How many table pages so many items make. */
export const pageCount = (total: number) => Math.max(1, Math.ceil(total / ROWS_PER_PAGE))

/** Whether the list has to load on: it is empty, or past its first table page less than one more lies ready. */
export const needsMore = (pageIndex: number, loaded: number, hasMore: boolean) =>
  hasMore && (loaded === 0 || (pageIndex > 0 && loaded < (pageIndex + 2) * ROWS_PER_PAGE))
