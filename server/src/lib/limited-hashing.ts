import { fairSemaphore } from './fair-semaphore.ts'

/** Two at a time: each argon2 hash takes 19 MiB and one of the four threads that also read files. */
const hashing = fairSemaphore({ perKey: 2, total: 2, maxQueuedPerKey: 100, timeout: 10_000 })

/** Runs an argon2 hash. Throws 503 when the queue is full. */
export async function limitedHashing<T>(work: () => Promise<T>): Promise<T> {
  const release = await hashing.acquire(0)
  return work().finally(release)
}
