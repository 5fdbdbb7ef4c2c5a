import { isUnavailable } from '../database/unavailable.ts'

const failing = async <R>(error: unknown): Promise<R> => {
  throw error
}

/**
 * Does many things in one go, and each on its own where that fails: what cannot be done fails alone. `work` does all it is
 * given or nothing. Returns what came of each, in order.
 */
export async function togetherOrAlone<T, R>(
  items: T[],
  work: (items: T[]) => Promise<R[]>,
): Promise<PromiseSettledResult<R>[]> {
  try {
    return await Promise.allSettled(await work(items))
  } catch (error) {
    // Without a database each would only wait for it again.
    if (items.length === 1 || isUnavailable(error)) return Promise.allSettled(items.map(() => failing<R>(error)))
  }
  const results: PromiseSettledResult<R>[] = []
  for (const item of items) results.push(...(await togetherOrAlone([item], work)))
  return results
}
