import type { ApiKey } from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { localDateTime } from '../../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../../tenants/context.ts'
import { ACCOUNT_COLUMNS } from '../users/users.repository.ts'

/** The last use is updated at most this often, so that a program with many requests writes once. */
const UPDATE_INTERVAL_SECONDS = 60

/** Newest first. */
export function listKeys(ctx: Context): Promise<ApiKey[]> {
  const { time_zone } = ctx.tenant
  return ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'api_keys.tenant_id').onRef('users.id', '=', 'api_keys.created_by'),
    )
    .select(['api_keys.id', 'api_keys.name', 'api_keys.rights', 'api_keys.last_characters'])
    .select([
      sql<string>`users.name || ' ' || users.surname`.as('created_by'),
      localDateTime('api_keys.created_at', time_zone).as('created_at'),
      localDateTime('api_keys.last_used_at', time_zone).$castTo<string | null>().as('last_used_at'),
    ])
    .where('api_keys.tenant_id', '=', ctx.tenant.id)
    .orderBy('api_keys.id', 'desc')
    .execute()
}

/** Serialises the additions of keys until the transaction ends. */
export async function lockKeys({ db, tenant }: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('api keys', ${tenant.id}))`.execute(db)
}

type NewKey = Pick<Insertable<Schema['api_keys']>, 'name' | 'rights' | 'key_hash' | 'last_characters'>

/** Returns the id. */
export async function insertKey(ctx: StaffContext, key: NewKey): Promise<number> {
  const { id } = await ctx.db
    .insertInto('api_keys')
    .values({ tenant_id: ctx.tenant.id, ...key, created_by: ctx.user.id, created_at: ctx.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the deleted key. */
export function deleteKey(ctx: Context, id: number) {
  return ctx.db
    .deleteFrom('api_keys')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returning(['name', 'rights'])
    .executeTakeFirst()
}

/** Deletes the keys that a user has made since an instant. Returns them. */
export function deleteKeysSince(ctx: Context, userId: number, since: Temporal.Instant) {
  return ctx.db
    .deleteFrom('api_keys')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('created_by', '=', userId)
    .where('created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .returning(['id', 'name'])
    .execute()
}

/** A key with the administrator for whom it acts. `is_last_use_outdated`: call `updateLastKeyUse`. */
export function findKey(ctx: Context, keyHash: Buffer) {
  const before = ctx.now.subtract({ seconds: UPDATE_INTERVAL_SECONDS }).toString()
  return ctx.db
    .selectFrom('api_keys')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'api_keys.tenant_id').onRef('users.id', '=', 'api_keys.created_by'),
    )
    .select(ACCOUNT_COLUMNS)
    .select([
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.rights',
      sql<boolean>`coalesce(api_keys.last_used_at < ${before}::timestamptz, true)`.as('is_last_use_outdated'),
    ])
    .where('api_keys.tenant_id', '=', ctx.tenant.id)
    .where('api_keys.key_hash', '=', keyHash)
    .where('users.role', '=', 'admin')
    .where('users.is_disabled', '=', false)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateLastKeyUse(ctx: Context, id: number) {
  await ctx.db
    .updateTable('api_keys')
    .set({ last_used_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
