import { hash, randomInt } from 'node:crypto'
import type { Pool } from '../../database/connection.ts'
import { insertCodeIfNone, replaceCode } from './set-up.repository.ts'

/** Crockford's base 32, without letters that resemble digits: 60 bits in twelve. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const makeCode = () =>
  Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replace(/(?<=^.{4}|^.{8})/g, '-')

/** Ignores case, spaces and hyphens, and reads letters that resemble digits as digits. */
export const hashCode = (typed: string) =>
  hash('sha256', typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'), 'buffer')

/** Makes a code unless one is valid; undefined then, since only its hash is stored. */
export async function makeCodeIfNone(owner: Pool): Promise<string | undefined> {
  const code = makeCode()
  return (await insertCodeIfNone(owner, hashCode(code))) ? code : undefined
}

/** Makes a code, and so ends the validity of the one before. */
export async function makeNewCode(owner: Pool): Promise<string> {
  const code = makeCode()
  await replaceCode(owner, hashCode(code))
  return code
}
