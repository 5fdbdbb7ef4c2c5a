import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fairSemaphore } from '../../../lib/fair-semaphore.ts'
import type { Context } from '../../../tenants/context.ts'

/**
 * Two at a time: each hash takes 19 MiB and one of the four threads that also read files. A rush on one business takes one
 * permit and leaves the other to everybody else.
 */
const hashing = fairSemaphore({ perKey: 1, total: 2, maxQueuedPerKey: 100, timeout: 10_000 })

type Queue = {
  /** The caller has no session, link or known device. */
  isStranger: boolean
}

/**
 * Waits for a permit and holds it during `work`. Strangers wait in a queue of their own, so that they keep no user of the
 * business out. Throws 503 when the queue is full. Do not nest.
 */
export async function queueHashing<T>(
  { tenant }: Pick<Context, 'tenant'>,
  { isStranger }: Queue,
  work: () => Promise<T>,
): Promise<T> {
  const release = await hashing.acquire(isStranger ? -tenant.id : tenant.id)
  return work().finally(release)
}

/** argon2id with the library's parameters: 19 MiB, two passes. For commands, the start and the set-up; other requests call `hashPassword`. */
export const hashAtOnce = (password: string) => hash(password)

/** Whether the password matches the hash, if it is one of our own. For the start; requests call `verifyPassword`. */
export const verifyAtOnce = async (passwordHash: string, password: string) =>
  isOwnHash(passwordHash) && (await verify(passwordHash, password))

/**
 * Hashes the password that a user of the business has chosen. Takes tens of milliseconds; call it outside transactions.
 * Throws 503 when the queue is full.
 */
export const hashPassword = (ctx: Pick<Context, 'tenant'>, password: string) =>
  queueHashing(ctx, { isStranger: false }, () => hash(password))

/** The parameters of `hashPassword`: KiB, passes and threads. */
const COST = { memory: 19_456, passes: 2, threads: 1 }

const HASH = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/]{22}\$[\w+/]{43}$/

/** Whether a hash costs no more than one of `hashPassword`; another one could take all memory of the machine. */
export function isOwnHash(passwordHash: string): boolean {
  const [, memory, passes, threads] = HASH.exec(passwordHash)?.map(Number) ?? []
  return memory! <= COST.memory && passes! <= COST.passes && threads! <= COST.threads
}

let dummyHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash of our own it takes as long, so timing does not reveal which accounts
 * exist. Call it within `queueHashing`.
 */
export async function matchesHash(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32))
  const comparable = passwordHash && isOwnHash(passwordHash) ? passwordHash : await dummyHash
  return (await verify(comparable, password)) && comparable === passwordHash
}

/** `matchesHash` for a caller with a session or a link. Throws 503 when the queue is full. */
export const verifyPassword = (
  ctx: Pick<Context, 'tenant'>,
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> => queueHashing(ctx, { isStranger: false }, () => matchesHash(passwordHash, password))
