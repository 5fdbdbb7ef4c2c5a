import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** How long a place counts as somebody's after their last log-in there; longer than any session lasts. */
const KNOWN_DAYS = 90

/** Places of one user that are kept; the ones that were used last. */
const KEPT = 20

/** Which of these places a user has logged in at. */
export async function findKnownPlaces(ctx: Context, userId: number, hashes: Buffer[]): Promise<Buffer[]> {
  const rows = await ctx.db
    .selectFrom('log_in_places')
    .select('place_hash')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('place_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('last_used_at', '>', sql<Temporal.Instant>`${ctx.now.subtract({ hours: KNOWN_DAYS * 24 }).toString()}`)
    .execute()
  return rows.map(({ place_hash }) => place_hash)
}

/** Notes where a user has logged in. */
export async function upsertSlotHolds(ctx: Context, userId: number, hashes: Buffer[]) {
  const used = { last_used_at: ctx.now.toString() }
  await ctx.db
    .insertInto('log_in_places')
    // Always in the same order, so that two log-ins at once never wait for each other.
    .values(
      hashes
        .toSorted(Buffer.compare)
        .map((place_hash) => ({ tenant_id: ctx.tenant.id, user_id: userId, place_hash, ...used })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'place_hash']).doUpdateSet(used))
    .execute()
  await ctx.db
    .deleteFrom('log_in_places')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('place_hash', 'in', (eb) =>
      eb
        .selectFrom('log_in_places')
        .select('place_hash')
        .where('tenant_id', '=', ctx.tenant.id)
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .offset(KEPT)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

export async function deleteSlotHoldsOf(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('log_in_places')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}
