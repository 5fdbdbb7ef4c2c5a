import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id, with the library's parameters: 19 MiB, two passes. Takes tens of milliseconds; never inside a transaction. */
export const hashPassword = (password: string) => hash(password)

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password is the one a hash was made from. Without a hash nothing is,
 * which takes as long to find out: the time tells nobody whether there is an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(32))
  const matches = await verify(passwordHash || (await nobodysHash), password)
  return matches && Boolean(passwordHash)
}
