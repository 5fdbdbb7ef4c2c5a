import { unavailable } from './errors.ts'

const BUSY = 'Ci sono molte richieste in questo momento. Riprova tra qualche secondo.'

const tooBusy = () => unavailable(BUSY)

type Limits = {
  /** Permits that one key may hold at once. */
  perKey: number
  /** Permits in all. */
  total: number
  /** Callers that may wait for one key. */
  maxQueuedPerKey: number
  /** Callers that may wait in all. */
  maxQueued?: number
  /** Longest wait in milliseconds. */
  timeout: number
  /** The error for a full queue and for the timeout; 503 by default. */
  rejection?: () => Error
}

type Queue = { active: number; waiters: Set<() => void> }

/**
 * A semaphore that many keys (such as tenants) share fairly: a key holds at most `perKey` permits, and queues are served
 * round-robin. Throws 503 when the queue is full or the wait too long.
 */
export function fairSemaphore<Key = number>({
  perKey,
  total,
  maxQueuedPerKey,
  maxQueued = Infinity,
  timeout,
  rejection = tooBusy,
}: Limits) {
  // Insertion order is the order of service.
  const queues = new Map<Key, Queue>()
  let active = 0
  let queued = 0

  const hasPermit = (queue: Queue) => queue.active < perKey && active < total

  function begin(queue: Queue) {
    queue.active += 1
    active += 1
  }

  function end(key: Key, queue: Queue) {
    queue.active -= 1
    active -= 1
    deleteIfEmpty(key, queue)
    startNext()
  }

  function deleteIfEmpty(key: Key, queue: Queue) {
    if (queue.active === 0 && queue.waiters.size === 0) queues.delete(key)
  }

  function startNext() {
    for (const [key, queue] of queues) {
      const [next] = queue.waiters
      if (!next || !hasPermit(queue)) continue
      removeWaiter(queue, next)
      // Round-robin: the key that was served moves to the end.
      queues.delete(key)
      queues.set(key, queue)
      next()
      return
    }
  }

  function removeWaiter(queue: Queue, waiter: () => void) {
    if (queue.waiters.delete(waiter)) queued -= 1
  }

  function wait(key: Key, queue: Queue, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        cleanUp()
        removeWaiter(queue, waiter)
        deleteIfEmpty(key, queue)
        reject(signal?.aborted ? signal.reason : rejection())
      }
      const timer = setTimeout(giveUp, timeout)
      const cleanUp = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiter = () => {
        cleanUp()
        begin(queue)
        resolve()
      }
      signal?.addEventListener('abort', giveUp)
      queue.waiters.add(waiter)
      queued += 1
    })
  }

  return {
    queued: () => queued,
    /** Waits for a permit and returns its `release`, to be called once. Throws the signal's reason on abort. */
    async acquire(key: Key, signal?: AbortSignal): Promise<() => void> {
      signal?.throwIfAborted()
      const queue = queues.get(key) ?? { active: 0, waiters: new Set() }
      queues.set(key, queue)
      if (hasPermit(queue) && queue.waiters.size === 0) begin(queue)
      else if (queue.waiters.size >= maxQueuedPerKey || queued >= maxQueued) {
        deleteIfEmpty(key, queue)
        throw rejection()
      } else await wait(key, queue, signal)
      return () => end(key, queue)
    },
  }
}

export type FairSemaphore = ReturnType<typeof fairSemaphore>
