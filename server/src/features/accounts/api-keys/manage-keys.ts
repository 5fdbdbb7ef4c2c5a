import { hash, randomBytes } from 'node:crypto'
import type { ApiKeyInput } from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import { keyRightNames } from '@prenoto/core/contract/key-right.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { deleteKey, insertKey, listKeys, lockKeys } from './api-keys.repository.ts'
import { KeyNotFound, TooManyKeys } from './errors.ts'

const MAX_KEYS = 20

/** The database stores only this hash. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

const newKey = () => `pk_${randomBytes(32).toString('base64url')}`

/** Makes a key, which nobody can read again. Throws 409 when the business has too many. */
export function createKey(ctx: StaffContext, { name, rights }: ApiKeyInput) {
  return transaction(ctx, async (ctx) => {
    await lockKeys(ctx)
    if ((await listKeys(ctx)).length >= MAX_KEYS) throw new TooManyKeys()
    const key = newKey()
    const id = await insertKey(ctx, { name, rights, key_hash: hashKey(key), last_characters: key.slice(-4) })
    await recordAudit(ctx, {
      action: 'api_key.created',
      subject: { type: 'api_key', id },
      after: { name, key_rights: rights.map((right) => keyRightNames[right]).join(', ') },
    })
    const created = (await listKeys(ctx)).find((listed) => listed.id === id)!
    return { ...created, key }
  })
}

/** Throws 404. */
export function revokeKey(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const revokedKey = await deleteKey(ctx, id)
    if (!revokedKey) throw new KeyNotFound()
    const { name } = revokedKey
    await recordAudit(ctx, { action: 'api_key.revoked', subject: { type: 'api_key', id }, before: { name } })
  })
}
