import { sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import type { TenantDatabase } from '../../database/tenant-database.ts'
import type { TenantRows } from '../operations/provider/provider.repository.ts'

/** Whether the installation has no business. */
export async function needsSetUp(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ needed: boolean }>('select needs_set_up() as needed')
  return rows[0]!.needed
}

/** Stores the hash of a code unless there is one of the last hour. Returns whether it did. */
export async function insertCodeIfNone(owner: Pool, hash: Buffer): Promise<boolean> {
  const { rowCount } = await owner.query(
    `insert into system.set_up_code as present (hash) values ($1)
     on conflict (is_only) do update set hash = excluded.hash, made_at = now()
     where present.made_at <= now() - interval '1 hour'`,
    [hash],
  )
  return rowCount === 1
}

export async function replaceCode(owner: Pool, hash: Buffer) {
  await owner.query(
    `insert into system.set_up_code (hash) values ($1)
     on conflict (is_only) do update set hash = excluded.hash, made_at = now()`,
    [hash],
  )
}

export async function isCodeValid(pool: Pool, hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from system.set_up_code where hash = $1 and made_at > now() - interval '1 hour'`,
    [hash],
  )
  return rowCount === 1
}

/**
 * Opens the first business and makes it the tenant of the transaction. Undefined if there is a business, or if the code is not
 * valid any more.
 */
export async function openFirstTenant(
  db: TenantDatabase,
  hash: Buffer,
  { name, domain, timeZone, admin }: Required<TenantRows>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select id, set_config('app.tenant_id', coalesce(id, 0)::text, true)
    from open_first_tenant(${hash}, ${name}, ${timeZone}, ${domain}, ${admin.name}, ${admin.surname}, ${admin.email},
                           ${admin.passwordHash}) id`.execute(db)
  return rows[0]!.id ?? undefined
}
