import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fairSemaphore } from '../../lib/fair-semaphore.ts'

/** Two at a time: each hash takes 19 MiB and one of the four threads that also read files. */
const hashing = fairSemaphore({ perKey: 2, total: 2, maxQueuedPerKey: 100, timeout: 10_000 })

/** Throws 503 when the queue is full. */
async function limitedHashing<T>(work: () => Promise<T>): Promise<T> {
  const release = await hashing.acquire(0)
  return work().finally(release)
}

/**
 * argon2id with the library's parameters: 19 MiB, two passes. Takes tens of milliseconds; call it outside transactions.
 * Throws 503 when the queue is full.
 */
export const hashPassword = (password: string) => limitedHashing(() => hash(password))

let dummyHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash it takes as long, so timing does not reveal which accounts exist.
 * Throws 503 when the queue is full.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32))
  const comparable = passwordHash || (await dummyHash)
  const matches = await limitedHashing(() => verify(comparable, password))
  return matches && Boolean(passwordHash)
}
