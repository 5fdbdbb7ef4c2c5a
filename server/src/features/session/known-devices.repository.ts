import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** How long a place counts as somebody's after their last log-in there; longer than any session lasts. */
const KNOWN_DAYS = 90

/** Places of one user that are kept; the ones that were used last. */
const KEPT = 20

/** Which of these places a user has logged in at. */
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

/** Notes where a user has logged in. */
export async function upsertDevices(ctx: Context, userId: number, hashes: Buffer[]) {
  const used = { last_used_at: ctx.now.toString() }
  await ctx.db
    .insertInto('known_devices')
    // Always in the same order, so that two log-ins at once never wait for each other.
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
        .offset(KEPT)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

export async function deleteDevicesOf(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('known_devices')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}
