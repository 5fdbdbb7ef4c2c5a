import { CiphertextUnreadable, type Encryption } from '../../../lib/encryption.ts'
import type { Context } from '../../../tenants/context.ts'
import { listOutdated, replaceCiphertext } from './reencrypt.repository.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

type DatabaseContext = Pick<Context, 'db' | 'tenant'>

/** Rows whose ciphertexts have other keys than the newest one, read in batches. */
async function* readOutdated(ctx: DatabaseContext, sealed: SealedColumn, keyId: Buffer) {
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
  for (const sealed of SEALED_COLUMNS)
    for await (const { id, ciphertext: before } of readOutdated(ctx, sealed, keyId)) {
      const purpose = sealed.toPurpose(ctx, id)
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
