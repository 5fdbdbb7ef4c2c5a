import type pg from 'pg'
import type { TenantDatabase } from '../../../database/tenant-database.ts'

/** Statements of the command line about users, run as the owner of the tables. */

export type StaffMember = {
  id: number
  name: string
  email: string
  role: string
  disabled: boolean
  second_factor: boolean
  /** False until the user has chosen a password. */
  has_password: boolean
  last_used_at: Temporal.Instant | null
}

export async function listStaff(owner: pg.Pool, tenantId: number): Promise<StaffMember[]> {
  const { rows } = await owner.query<StaffMember>(
    `select u.id, concat_ws(' ', nullif(u.name, ''), nullif(u.surname, '')) as name, u.email, u.role,
            u.is_disabled as disabled, u.password_hash is not null as has_password,
            exists (select from totp_factors f where f.tenant_id = u.tenant_id and f.user_id = u.id
                      and f.confirmed_at is not null)
              or exists (select from passkeys p where p.tenant_id = u.tenant_id and p.user_id = u.id) as second_factor,
            (select max(last_used_at) from sessions s where s.tenant_id = u.tenant_id and s.user_id = u.id) as last_used_at
     from users u
     where u.tenant_id = $1 and u.deleted_at is null
     order by u.id`,
    [tenantId],
  )
  return rows
}

/** Locks the administrators who can log in, in the transaction of `db`. */
export async function lockAdminIds(db: TenantDatabase, tenantId: number): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

export async function setDisabled(db: TenantDatabase, tenantId: number, userId: number) {
  await db
    .updateTable('users')
    .set({ is_disabled: true })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .execute()
}
