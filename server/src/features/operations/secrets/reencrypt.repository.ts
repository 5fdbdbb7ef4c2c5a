import { sql } from 'kysely'
import { STAMP_BYTES } from '../../../lib/encryption.ts'
import type { Context } from '../../../tenants/context.ts'
import type { SealedColumn } from './sealed-columns.ts'

type DatabaseContext = Pick<Context, 'db' | 'tenant'>

type Page = { keyId: Buffer; after: number; limit: number }

/** Ciphertexts of other keys than the newest one, after the row `after`. */
export async function listOutdated({ db, tenant }: DatabaseContext, sealed: SealedColumn, page: Page) {
  const [id, ciphertext] = [sql.ref(sealed.id), sql.ref(sealed.column)]
  const { rows } = await sql<{ id: number; ciphertext: Buffer }>`
    select ${id} as id, ${ciphertext} as ciphertext from ${sql.table(sealed.table)}
    where tenant_id = ${tenant.id} and ${id} > ${page.after}
      and substring(${ciphertext} from 1 for ${sql.lit(page.keyId.length)}) <> ${page.keyId}
    order by ${id} limit ${page.limit}`.execute(db)
  return rows
}

/** Replaces a ciphertext unless it has changed since it was read. */
export async function replaceCiphertext(
  { db, tenant }: DatabaseContext,
  sealed: SealedColumn,
  { id, before, after }: { id: number; before: Buffer; after: Buffer },
) {
  const ciphertext = sql.ref(sealed.column)
  await sql`
    update ${sql.table(sealed.table)} set ${ciphertext} = ${after}
    where tenant_id = ${tenant.id} and ${sql.ref(sealed.id)} = ${id}
      and substring(${ciphertext} from 1 for ${sql.lit(STAMP_BYTES)}) = ${before.subarray(0, STAMP_BYTES)}`.execute(db)
}
