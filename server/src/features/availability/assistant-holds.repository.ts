import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { sql } from 'kysely'
import { type InstantRange, toMultirange } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { isHeld } from './slot-holds.repository.ts'

/** Serialises the holds of a business until the transaction ends; take this lock before those of days. */
export async function lockAssistantHolds(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('assistant holds', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** Deletes the holds that ended more than a day ago, and counts the others: those that still hold, and all. */
export async function countAssistantHolds(ctx: Context, holder: string) {
  await deleteOldAssistantHolds(ctx)
  return ctx.db
    .selectFrom('slot_holds')
    .select([
      sql<number>`count(*) filter (where ${isHeld})::integer`.as('live'),
      sql<number>`count(*)::integer`.as('of_day'),
      sql<number>`count(*) filter (where holder = ${holder} and ${isHeld})::integer`.as('live_of_holder'),
      sql<number>`count(*) filter (where holder = ${holder})::integer`.as('of_day_of_holder'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('link_key', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Returns their number. */
export async function deleteOldAssistantHolds(ctx: Context) {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('slot_holds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('link_key', 'is not', null)
    .where(sql<boolean>`held_until < now() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** `taken` includes buffers. */
type NewHold = {
  linkKey: string
  holder: string
  held_service_id: number
  calendar_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  taken: InstantRange
  processing: InstantRange[]
  seconds: number
}

export async function insertAssistantHold(ctx: Context, { linkKey, taken, processing, seconds, ...hold }: NewHold) {
  await ctx.db
    .insertInto('slot_holds')
    .values({
      tenant_id: ctx.tenant.id,
      link_key: linkKey,
      ...hold,
      starts_at: taken.from.toString(),
      ends_at: taken.to.toString(),
      processing: toMultirange(processing),
      held_until: sql<string>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
}

/** The hour that a link still holds; undefined for an ended or an unknown one. */
export const findAssistantHold = (ctx: Context, linkKey: string) =>
  ctx.db
    .selectFrom('slot_holds')
    .select((eb) => [
      eb.ref('held_service_id').$notNull().as('service_id'),
      'calendar_id',
      'visit_day',
      eb.ref('visit_hour').$notNull().as('visit_hour'),
      'held_until',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('link_key', '=', linkKey)
    .where(isHeld)
    .executeTakeFirst()

type Booked = { service_id: number; visit_day: PlainDate; visit_hour: PlainTime }

/**
 * Releases the hour that a link holds, for its booking on one of the locked calendars. Returns the calendar if the hold was
 * still valid by the wall clock.
 */
export async function releaseAssistantHold(ctx: Context, linkKey: string, booked: Booked, locked: number[]) {
  const released = await ctx.db
    .deleteFrom('slot_holds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('link_key', '=', linkKey)
    .where('held_service_id', '=', booked.service_id)
    .where('visit_day', '=', booked.visit_day)
    .where('visit_hour', '=', booked.visit_hour)
    .where(sql<boolean>`calendar_id = any(${locked}::bigint[])`)
    .returning(['calendar_id', sql<boolean>`held_until > clock_timestamp()`.as('isValid')])
    .executeTakeFirst()
  return released?.isValid ? released.calendar_id : undefined
}
