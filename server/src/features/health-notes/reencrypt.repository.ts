import { sql } from 'kysely'
import { STAMP_BYTES } from '../../lib/encryption.ts'
import type { Context } from '../../tenants/context.ts'

type DatabaseContext = Pick<Context, 'db' | 'tenant'>

/** A column with ciphertexts. */
export type SealedColumn = { table: 'health_notes' | 'health_documents'; column: 'ciphertext' | 'name' | 'content' }

/** Ciphertexts of other keys than the newest one, after the record `after`. */
export async function listOutdated(
  { db, tenant }: DatabaseContext,
  { table, column }: SealedColumn,
  { keyId, after, limit }: { keyId: Buffer; after: number; limit: number },
) {
  const ciphertext = sql.ref<Buffer>(column)
  const { rows } = await sql<{ id: number; ciphertext: Buffer }>`
    select id, ${ciphertext} as ciphertext from ${sql.table(table)}
    where tenant_id = ${tenant.id} and id > ${after}
      and substring(${ciphertext} from 1 for ${sql.lit(keyId.length)}) <> ${keyId}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Replaces a ciphertext unless it has changed since it was read. */
export async function replaceCiphertext(
  { db, tenant }: DatabaseContext,
  { table, column }: SealedColumn,
  { id, before, after }: { id: number; before: Buffer; after: Buffer },
) {
  const ciphertext = sql.ref<Buffer>(column)
  await sql`
    update ${sql.table(table)} set ${ciphertext} = ${after}
    where tenant_id = ${tenant.id} and id = ${id}
      and substring(${ciphertext} from 1 for ${sql.lit(STAMP_BYTES)}) = ${before.subarray(0, STAMP_BYTES)}`.execute(db)
}
