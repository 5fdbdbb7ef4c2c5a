import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { sql } from 'kysely'
import { anyId, type InstantRange, toMultirange } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { isHeld } from './slot-holds.repository.ts'

/** The slot of an offer to a waiting-list entry, or of a proposal; `taken` includes buffers. */
type Offered = {
  owner: { entry_id: number } | { proposal_id: number }
  calendar_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  taken: InstantRange
  processing: InstantRange[]
  seconds: number
}

/** Holds a slot for some seconds. Returns the id of the offer. */
export async function holdOfferedSlot(
  ctx: Context,
  { owner, calendar_id, visit_day, visit_hour, taken, processing, seconds }: Offered,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('slot_holds')
    .values({
      tenant_id: ctx.tenant.id,
      ...owner,
      calendar_id,
      visit_day,
      visit_hour,
      starts_at: taken.from.toString(),
      ends_at: taken.to.toString(),
      processing: toMultirange(processing),
      held_until: sql<string>`now() + make_interval(secs => ${seconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Valid offers of a waiting-list entry. Lock their day and check again before using them. */
export function listPendingOffers(ctx: Context, entryId: number) {
  return ctx.db
    .selectFrom('slot_holds')
    .select((eb) => ['id', 'calendar_id', 'visit_day', eb.ref('visit_hour').$notNull().as('visit_hour')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('entry_id', '=', entryId)
    .where(isHeld)
    .execute()
}

/** Releases an offered slot for its booking. Returns whether the hold was still valid by the wall clock. */
export async function releaseOffer(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('slot_holds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where(sql<boolean>`held_until > clock_timestamp()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The latest expired or refused offer of a waiting-list entry, or the one of this id. */
export function findEndedOffer(ctx: Context, of: { entryId: number } | { offerId: number }) {
  return ctx.db
    .selectFrom('slot_holds')
    .select((eb) => [
      'id',
      'calendar_id',
      'visit_day',
      'is_refused',
      eb.ref('entry_id').$notNull().as('entry_id'),
      eb.ref('visit_hour').$notNull().as('visit_hour'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => ('offerId' in of ? eb('id', '=', of.offerId) : eb('entry_id', '=', of.entryId)))
    .where('entry_id', 'is not', null)
    .where(sql<boolean>`not ${isHeld}`)
    .orderBy('held_until', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Ends offers; their slots are free and are not offered to the same person again. */
export async function endOffers(ctx: Context, ids: number[], { isRefused }: { isRefused: boolean }) {
  await ctx.db
    .updateTable('slot_holds')
    .set({ held_until: sql<string>`now()`, is_refused: isRefused })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .where('entry_id', 'is not', null)
    .where(isHeld)
    .execute()
}
