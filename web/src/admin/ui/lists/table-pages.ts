export const ROWS_PER_PAGE = 10

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / ROWS_PER_PAGE))

/** Whether the list must load more: it is empty, or has no full page after the current one, except on the first page. */
export const needsMore = (pageIndex: number, loaded: number, hasMore: boolean) =>
  hasMore && (loaded === 0 || (pageIndex > 0 && loaded < (pageIndex + 2) * ROWS_PER_PAGE))
