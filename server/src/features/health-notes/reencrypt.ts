import { CiphertextUnreadable, type Encryption } from '../../lib/encryption.ts'
import type { Context } from '../../tenants/context.ts'
import { listOutdated, replaceCiphertext, type SealedColumn } from './reencrypt.repository.ts'
import { purposeOf } from './sealed.ts'

type DatabaseContext = Pick<Context, 'db' | 'tenant'>

type Sealed = SealedColumn & { kind: Parameters<typeof purposeOf>[1]; batch: number }

/** Documents have up to 5 MB, so that their batch is small. */
const SEALED: Sealed[] = [
  { table: 'health_notes', column: 'ciphertext', kind: 'note', batch: 100 },
  { table: 'health_documents', column: 'name', kind: 'document name', batch: 100 },
  { table: 'health_documents', column: 'content', kind: 'document', batch: 4 },
]

/** Records of one kind whose ciphertexts have other keys than the newest one, in batches. */
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
export async function reencryptHealthData(ctx: DatabaseContext, encryption: Encryption) {
  const keyId = encryption.currentKeyId()
  const count = { renewed: 0, unreadable: 0 }
  for (const sealed of SEALED)
    for await (const { id, ciphertext: before } of outdatedOf(ctx, sealed, keyId)) {
      const purpose = purposeOf(ctx, sealed.kind, id)
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
