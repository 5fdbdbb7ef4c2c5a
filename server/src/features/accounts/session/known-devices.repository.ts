import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

/** Days after the last log-in; longer than any session. */
const KNOWN_DAYS = 90

/** The most recently used ones of each user are kept. */
const MAX_DEVICES = 20

/** Filters the hashes of the user's known devices. */
export async function findKnownDevices(ctx: Context, userId: number, hashes: Buffer[]): Promise<Buffer[]> {
  const rows = await ctx.db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('device_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('last_used_at', '>', sql<Temporal.Instant>`${ctx.now.subtract({ hours: KNOWN_DAYS * 24 }).toString()}`)
    .execute()
  return rows.map(({ device_hash }) => device_hash)
}

/** Whether the user has a known device. A user who is older than known devices are kept counts as well. */
export async function hasLoggedInBefore(ctx: Context, userId: number): Promise<boolean> {
  const since = sql<Temporal.Instant>`${ctx.now.subtract({ hours: KNOWN_DAYS * 24 }).toString()}::timestamptz`
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', since),
        eb.exists(
          eb
            .selectFrom('known_devices')
            .select('device_hash')
            .where('tenant_id', '=', ctx.tenant.id)
            .where('user_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst()
  return user !== undefined
}

export async function upsertDevices(ctx: Context, userId: number, hashes: Buffer[]) {
  const used = { last_used_at: ctx.now.toString() }
  await ctx.db
    .insertInto('known_devices')
    // Sorted, so that two concurrent log-ins cannot deadlock.
    .values(
      hashes
        .toSorted(Buffer.compare)
        .map((device_hash) => ({ tenant_id: ctx.tenant.id, user_id: userId, device_hash, ...used })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'device_hash']).doUpdateSet(used))
    .execute()
  await ctx.db
    .deleteFrom('known_devices')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('device_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where('tenant_id', '=', ctx.tenant.id)
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .offset(MAX_DEVICES)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

export async function deleteUserDevices(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('known_devices')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}
