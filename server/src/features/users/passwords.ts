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

/** The parameters of `hashPassword`: KiB, passes and threads. */
const COST = { memory: 19_456, passes: 2, threads: 1 }

const HASH = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/]{22}\$[\w+/]{43}$/

/** Whether a hash costs no more than one of `hashPassword`; another one could take all memory of the machine. */
function isOwnHash(passwordHash: string): boolean {
  const [, memory, passes, threads] = HASH.exec(passwordHash)?.map(Number) ?? []
  return memory! <= COST.memory && passes! <= COST.passes && threads! <= COST.threads
}

let dummyHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash of our own it takes as long, so timing does not reveal which accounts
 * exist. Throws 503 when the queue is full.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32))
  const comparable = passwordHash && isOwnHash(passwordHash) ? passwordHash : await dummyHash
  const matches = await limitedHashing(() => verify(comparable, password))
  return matches && comparable === passwordHash
}
