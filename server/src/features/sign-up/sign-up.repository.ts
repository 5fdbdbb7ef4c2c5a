import { sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import { violatesUnique } from '../../database/postgres-errors.ts'
import type { TenantDatabase } from '../../database/tenant-database.ts'
import type { Context } from '../../tenants/context.ts'
import { DOMAIN_INDEX } from '../operations/provider/provider.repository.ts'

/** Whether no business has the domain, or had it from the provider until recently. */
export async function isDomainFree(pool: Pool, domain: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_free: boolean }>('select is_domain_free($1) as is_free', [domain])
  return rows[0]!.is_free
}

/** The business that a link has opened; it may be deleted since. */
export async function findOpened(pool: Pool, signUpId: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ tenant_id: number }>('select tenant_id from system.sign_ups where id = $1', [
    signUpId,
  ])
  return rows[0]?.tenant_id
}

export type NewBusiness = {
  signUpId: string
  name: string
  domain: string
  timeZone: string
  admin: { name: string; surname: string; email: string }
}

type Opened = { tenant_id: number; is_new: boolean }

/**
 * Opens the business of a link, or finds the one that the link has opened, and makes it the tenant of the transaction.
 * Undefined if the domain is taken.
 */
export async function openTenant(
  db: TenantDatabase,
  { signUpId, name, domain, timeZone, admin }: NewBusiness,
  now: Temporal.Instant,
): Promise<Opened | undefined> {
  const { rows } = await sql<Opened>`
    select opened.tenant_id, opened.is_new, set_config('app.tenant_id', opened.tenant_id::text, true)
    from open_tenant(${signUpId}, ${name}, ${timeZone}, ${domain}, ${admin.name}, ${admin.surname}, ${admin.email},
                     ${now.toString()}::timestamptz) opened`.execute(db)
  return rows[0]
}

/** Runs a transaction with `openTenant`. Undefined if the provider gave the domain to another business meanwhile. */
export async function undefinedWhenTaken<T>(opening: Promise<T>): Promise<T | undefined> {
  return opening.catch((error) => {
    if (violatesUnique(error, DOMAIN_INDEX)) return undefined
    throw error
  })
}

/** The administrator with this e-mail address, while they can log in. */
export function findOwner({ db, tenant }: Pick<Context, 'db' | 'tenant'>, email: string) {
  return db
    .selectFrom('users')
    .select(['id', sql<boolean>`password_hash is not null`.as('has_password')])
    .where('tenant_id', '=', tenant.id)
    .where('role', '=', 'admin')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
