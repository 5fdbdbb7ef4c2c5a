export type QueueLimits = {
  /** How much runs at once, in all and for one key. */
  atOnce: number
  atOncePerKey: number
  /** How much may wait, in all and for one key. */
  waiting: number
  waitingPerKey: number
  /** Milliseconds after which nothing waits any longer. */
  patience: number
}

/** There is no place left in the queue, or the turn has not come in time. */
export class QueueFull extends Error {}

export type FairQueue = ReturnType<typeof fairQueue>

/** Runs little at once and lets a bounded rest wait. Keys take turns: one that brings much holds up itself alone. */
export function fairQueue(limits: QueueLimits) {
  const running = new Map<number, number>()
  /** Those who wait, by key; the key whose turn is next comes first. */
  const lines = new Map<number, Set<() => void>>()
  let atOnce = 0
  let waiting = 0

  const hasRoom = (key: number) => atOnce < limits.atOnce && (running.get(key) ?? 0) < limits.atOncePerKey

  function enter(key: number) {
    atOnce += 1
    running.set(key, (running.get(key) ?? 0) + 1)
  }

  function leave(key: number) {
    atOnce -= 1
    const rest = running.get(key)! - 1
    if (rest > 0) running.set(key, rest)
    else running.delete(key)
    callNext()
  }

  function join(key: number, start: () => void) {
    const line = lines.get(key) ?? new Set()
    if (waiting >= limits.waiting || line.size >= limits.waitingPerKey) throw new QueueFull()
    waiting += 1
    lines.set(key, line.add(start))
  }

  /** Says whether it was still waiting. */
  function quit(key: number, start: () => void) {
    const line = lines.get(key)
    if (!line?.delete(start)) return false
    waiting -= 1
    if (line.size === 0) lines.delete(key)
    return true
  }

  function callNext() {
    for (const [key, line] of lines) {
      if (!hasRoom(key)) continue
      const [start] = line as Set<() => void> & Iterable<() => void>
      quit(key, start!)
      // Whoever else waits for this key does so behind all other keys.
      if (lines.delete(key)) lines.set(key, line)
      enter(key)
      start!()
    }
  }

  async function waitFor(key: number, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    join(key, resolve)
    const giveUp = () => {
      if (quit(key, resolve)) reject(signal.aborted ? signal.reason : new QueueFull())
    }
    const timer = setTimeout(giveUp, limits.patience)
    signal.addEventListener('abort', giveUp)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    /** Does the work when its turn has come. Throws QueueFull, and the signal's reason if it is aborted before. */
    async run<T>(key: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      if (hasRoom(key)) enter(key)
      else await waitFor(key, signal)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
  }
}
