import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fairShare } from '../../lib/fair-share.ts'

/** Two at a time: each takes 19 MiB, and one of the four threads that also read files. */
const turns = fairShare({ each: 2, all: 2, waiting: 100, patience: 10_000 })

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const end = await turns.take(0)
  return work().finally(end)
}

/**
 * argon2id, with the library's parameters: 19 MiB, two passes. Takes tens of milliseconds; never inside a transaction.
 * Throws 503 when very many wait.
 */
export const hashPassword = (password: string) => inTurn(() => hash(password))

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password is the one a hash was made from. Without a hash nothing is,
 * which takes as long to find out: the time tells nobody whether there is an account. Throws 503 when very many wait.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(32))
  const comparable = passwordHash || (await nobodysHash)
  const matches = await inTurn(() => verify(comparable, password))
  return matches && Boolean(passwordHash)
}
