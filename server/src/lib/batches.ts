import { setTimeout as sleep } from 'node:timers/promises'

/** Max keys of one query. */
const MAX_BATCH = 200

type Waiting<V> = PromiseWithResolvers<V | undefined>

/**
 * Batches concurrent lookups: one query runs at a time, and keys that arrive meanwhile share the next one.
 * `pause`: milliseconds between two queries.
 */
export function inBatches<V>(query: (keys: string[]) => Promise<Map<string, V>>, pause = 0) {
  const waiting = new Map<string, Waiting<V>>()
  let isRunning = false

  async function runNext() {
    const batch = [...waiting].slice(0, MAX_BATCH)
    for (const [key] of batch) waiting.delete(key)
    try {
      const answers = await query(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(answers.get(key))
    } catch (error) {
      // Waiting keys would fail the same way.
      const waiters = [...batch.map(([, waiter]) => waiter), ...waiting.values()]
      waiting.clear()
      for (const { reject } of waiters) reject(error)
    }
  }

  async function runAll() {
    isRunning = true
    while (waiting.size > 0) {
      await runNext()
      if (pause > 0) await sleep(pause)
    }
    isRunning = false
  }

  return (key: string): Promise<V | undefined> => {
    const answer = waiting.get(key) ?? Promise.withResolvers<V | undefined>()
    waiting.set(key, answer)
    if (!isRunning) void runAll()
    return answer.promise
  }
}
