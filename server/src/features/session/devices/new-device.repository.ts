import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'
import type { Caller } from '../known-device.ts'

const instant = (at: Temporal.Instant) => sql<Temporal.Instant>`${at.toString()}::timestamptz`

/** Returns the id. */
export async function insertNewDeviceLogIn(ctx: Context, userId: number, { userAgent, address }: Caller) {
  const { id } = await ctx.db
    .insertInto('new_device_log_ins')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: userId,
      user_agent: userAgent,
      address,
      created_at: ctx.now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countRecentNewDevices(ctx: Context, userId: number, hours: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('new_device_log_ins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('created_at', '>', instant(ctx.now.subtract({ hours })))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findNewDeviceLogIn(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('new_device_log_ins')
    .select(['user_id', 'user_agent', 'address', 'created_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
}

type NewLink = { userId: number; tokenHash: Buffer; expiresAt: Temporal.Instant }

export async function insertDeviceLink(ctx: Context, { userId, tokenHash, expiresAt }: NewLink) {
  await ctx.db
    .insertInto('device_links')
    .values({
      tenant_id: ctx.tenant.id,
      token_hash: tokenHash,
      user_id: userId,
      created_at: ctx.now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** The user of a link; undefined for an unknown, used or expired one. */
export function findDeviceLinkUser(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('device_links')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'device_links.tenant_id').onRef('users.id', '=', 'device_links.user_id'),
    )
    .select(['users.id', 'users.name', 'users.surname', 'users.email'])
    .where('device_links.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant(ctx.now))
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function deleteDeviceLinksOf(ctx: Context, userId: number) {
  await ctx.db.deleteFrom('device_links').where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId).execute()
}
