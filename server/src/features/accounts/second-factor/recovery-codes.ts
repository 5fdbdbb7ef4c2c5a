import { createHash, randomInt } from 'node:crypto'
import type { Context } from '../../../tenants/context.ts'
import { insertRecoveryCodes } from './recovery-codes.repository.ts'

const NUMBER = 10

/** 32 characters without those that look alike (I, O, 0, 1): a code of sixteen has 80 bits. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

const newCode = () => Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

/** 'ABCDEFGHJKLMNPQR' → 'ABCD-EFGH-JKLM-NPQR' */
const formatCode = (code: string) => code.replace(/.{4}(?=.)/g, '$&-')

/** The stored form of a code. A plain hash is enough, since 80 random bits cannot be guessed. */
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest()

/** Replaces the user's recovery codes and returns them as shown to the user. */
export async function replaceRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: NUMBER }, newCode)
  await insertRecoveryCodes(ctx, userId, codes.map(hashRecoveryCode))
  return codes.map(formatCode)
}
