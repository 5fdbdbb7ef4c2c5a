import { isUnavailable } from '../database/postgres-errors.ts'

/**
 * Processes items in one call or, if that fails, one by one, so that a bad item fails alone. Results are in order.
 * `work` must do everything or nothing.
 */
export async function batchOrEach<T, R>(
  items: T[],
  work: (items: T[]) => Promise<R[]>,
): Promise<PromiseSettledResult<R>[]> {
  try {
    return await Promise.allSettled(await work(items))
  } catch (error) {
    // Without a database, single items would fail as well.
    if (items.length === 1 || isUnavailable(error)) return items.map(() => ({ status: 'rejected', reason: error }))
  }
  const results: PromiseSettledResult<R>[] = []
  for (const item of items) results.push(...(await batchOrEach([item], work)))
  return results
}
