import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { limitedHashing } from '../../lib/limited-hashing.ts'
import type { Context } from '../../tenants/context.ts'
import { findRecoverySalt, insertRecoveryCodes } from './recovery-codes.repository.ts'

const NUMBER = 10

/** 32 characters without those that look alike (I, O, 0, 1): a code of ten has 50 bits. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10

const newCode = () => Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

/** 'ABCDEFGHJK' → 'ABCDE-FGHJK' */
const shown = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** Ten new codes as shown to the user, and their hashes. argon2id, so call it outside transactions. */
export async function newRecoveryCodes() {
  const salt = randomBytes(16)
  const codes = new Set<string>()
  while (codes.size < NUMBER) codes.add(newCode())
  const hashes: Buffer[] = []
  // One after the other, since each hash takes 19 MiB.
  for (const code of codes) hashes.push(await limitedHashing(() => hashRaw(code, { salt })))
  return { shown: [...codes].map(shown), salt, hashes }
}

export type NewRecoveryCodes = Awaited<ReturnType<typeof newRecoveryCodes>>

/** Replaces the user's recovery codes. */
export const storeRecoveryCodes = (ctx: Context, userId: number, { salt, hashes }: NewRecoveryCodes) =>
  insertRecoveryCodes(ctx, userId, { salt, hashes })

/** The hash under which a typed code may be stored; undefined for a user without codes. */
export async function hashRecoveryCode(ctx: Context, userId: number, code: string): Promise<Buffer | undefined> {
  const salt = await findRecoverySalt(ctx, userId)
  return salt && limitedHashing(() => hashRaw(code, { salt }))
}
