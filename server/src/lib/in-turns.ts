import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that a loop may compute before the rest of the process takes its turn. */
const MAX_BLOCK = 5

/** Milliseconds, since a request needs several turns of the event loop. */
const PAUSE = 10

/** Iterates over items of a long computation; pauses regularly, so that requests and other jobs go on meanwhile. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let since = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - since < MAX_BLOCK) continue
    await sleep(PAUSE)
    since = performance.now()
  }
}

/** Computes a result for each item, in turns. */
export async function mapInTurns<T, R>(items: Iterable<T>, compute: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for await (const item of inTurns(items)) results.push(compute(item))
  return results
}
