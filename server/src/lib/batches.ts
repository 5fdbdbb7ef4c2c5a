import { setTimeout as sleep } from 'node:timers/promises'

/** The most keys of one question. */
const MOST = 200

type Waiting<V> = PromiseWithResolvers<V | undefined>

/**
 * Answers many askers with few questions: one is under way at a time, and whoever comes meanwhile shares the next.
 * Between two questions it waits for `pause` milliseconds.
 */
export function inBatches<V>(ask: (keys: string[]) => Promise<Map<string, V>>, pause = 0) {
  const waiting = new Map<string, Waiting<V>>()
  let isAsking = false

  async function askNext() {
    const batch = [...waiting].slice(0, MOST)
    for (const [key] of batch) waiting.delete(key)
    try {
      const answers = await ask(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(answers.get(key))
    } catch (error) {
      // Whoever waits would fare the same, only later.
      const waiters = [...batch.map(([, waiter]) => waiter), ...waiting.values()]
      waiting.clear()
      for (const { reject } of waiters) reject(error)
    }
  }

  async function askAll() {
    isAsking = true
    while (waiting.size > 0) {
      await askNext()
      if (pause > 0) await sleep(pause)
    }
    isAsking = false
  }

  return (key: string): Promise<V | undefined> => {
    const answer = waiting.get(key) ?? Promise.withResolvers<V | undefined>()
    waiting.set(key, answer)
    if (!isAsking) void askAll()
    return answer.promise
  }
}
