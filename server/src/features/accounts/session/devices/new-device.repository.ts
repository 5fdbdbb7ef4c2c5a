import type { LockOutEffect } from '@prenoto/core/session/lock-out-effects.ts'
import { sql } from 'kysely'
import type { Context } from '../../../../tenants/context.ts'
import { hasSecondFactor } from '../../second-factor/second-factor.repository.ts'
import type { Caller } from '../known-device.ts'

const instant = (at: Temporal.Instant) => sql<Temporal.Instant>`${at.toString()}::timestamptz`

/** Call before the session is used. Returns the id. */
export async function insertNewDeviceLogIn(ctx: Context, userId: number, { userAgent, address }: Caller) {
  const had_second_factor = await hasSecondFactor(ctx, userId)
  const { id } = await ctx.db
    .insertInto('new_device_log_ins')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: userId,
      user_agent: userAgent,
      address,
      had_second_factor,
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

export type NewDeviceLogIn = { id: number; user_id: number }

export function findNewDeviceLogIn(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('new_device_log_ins')
    .select(['id', 'user_id', 'user_agent', 'address', 'created_at', 'effects'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
}

type NewLink = { logIn: NewDeviceLogIn; tokenHash: Buffer; expiresAt: Temporal.Instant }

export async function insertDeviceLink(ctx: Context, { logIn, tokenHash, expiresAt }: NewLink) {
  await ctx.db
    .insertInto('device_links')
    .values({
      tenant_id: ctx.tenant.id,
      token_hash: tokenHash,
      user_id: logIn.user_id,
      log_in_id: logIn.id,
      created_at: ctx.now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** The user and the log-in of a link; undefined for an unknown, used or expired one. */
export function findDeviceLinkUser(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('device_links')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'device_links.tenant_id').onRef('users.id', '=', 'device_links.user_id'),
    )
    .innerJoin('new_device_log_ins', (join) =>
      join
        .onRef('new_device_log_ins.tenant_id', '=', 'device_links.tenant_id')
        .onRef('new_device_log_ins.id', '=', 'device_links.log_in_id'),
    )
    .select(['users.id', 'users.name', 'users.surname', 'users.email', 'device_links.log_in_id'])
    .select(['new_device_log_ins.created_at as logged_in_at', 'new_device_log_ins.had_second_factor'])
    .where('device_links.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('device_links.expires_at', '>', instant(ctx.now))
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes the links of log-ins since an instant. */
export async function deleteDeviceLinksSince(ctx: Context, userId: number, since: Temporal.Instant) {
  await ctx.db
    .deleteFrom('device_links')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('log_in_id', 'in', (eb) =>
      eb
        .selectFrom('new_device_log_ins')
        .select('id')
        .where('tenant_id', '=', ctx.tenant.id)
        .where('user_id', '=', userId)
        .where('created_at', '>=', instant(since)),
    )
    .execute()
}

export async function storeEffects(ctx: Context, logInId: number, effects: LockOutEffect[]) {
  await ctx.db
    .updateTable('new_device_log_ins')
    .set({ effects })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', logInId)
    .execute()
}
