import { CiphertextUnreadable, type Encryption } from '../../lib/encryption.ts'
import type { Context } from '../../tenants/context.ts'
import { type HealthSecret, healthPurpose } from '../health-notes/sealed.ts'
import { totpPurpose } from '../second-factor/totp.ts'
import { listOutdated, replaceCiphertext, type SealedColumn } from './reencrypt.repository.ts'

type DatabaseContext = Pick<Context, 'db' | 'tenant'>

type Sealed = SealedColumn & { batch: number; purposeOf: (ctx: DatabaseContext, id: number) => string }

const health = (kind: HealthSecret) => (ctx: DatabaseContext, id: number) => healthPurpose(ctx, kind, id)

/** All columns with ciphertexts. Documents have up to 5 MB, so that their batch is small. */
const SEALED: Sealed[] = [
  { table: 'totp_factors', id: 'user_id', column: 'secret', batch: 100, purposeOf: totpPurpose },
  { table: 'health_notes', id: 'id', column: 'ciphertext', batch: 100, purposeOf: health('note') },
  { table: 'health_documents', id: 'id', column: 'name', batch: 100, purposeOf: health('document name') },
  { table: 'health_documents', id: 'id', column: 'content', batch: 4, purposeOf: health('document') },
]

/** Rows whose ciphertexts have other keys than the newest one, read in batches. */
async function* outdatedOf(ctx: DatabaseContext, sealed: Sealed, keyId: Buffer) {
  for (let after = 0; ; ) {
    const outdated = await listOutdated(ctx, sealed, { keyId, after, limit: sealed.batch })
    yield* outdated
    if (outdated.length < sealed.batch) return
    after = outdated.at(-1)!.id
  }
}

/**
 * Encrypts with the newest key what older keys have encrypted. Can run while users write, and again. `unreadable` counts the
 * ciphertexts that no key decrypts; they stay as they are.
 */
export async function reencryptSecrets(ctx: DatabaseContext, encryption: Encryption) {
  const keyId = encryption.currentKeyId()
  const count = { renewed: 0, unreadable: 0 }
  for (const sealed of SEALED)
    for await (const { id, ciphertext: before } of outdatedOf(ctx, sealed, keyId)) {
      const purpose = sealed.purposeOf(ctx, id)
      try {
        const after = encryption.encrypt(purpose, encryption.decrypt(purpose, before))
        await replaceCiphertext(ctx, sealed, { id, before, after })
        count.renewed += 1
      } catch (error) {
        if (error instanceof CiphertextUnreadable) count.unreadable += 1
        else throw error
      }
    }
  return count
}
