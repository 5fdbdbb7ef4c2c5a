import { CUSTOMER_MESSAGES } from '@prenoto/core/bookings/booking-history.ts'
import { type Insertable, sql } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { anyOfTexts } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import type { Visit } from './bookings-write.repository.ts'
import type { LockedBooking } from './locked-bookings.repository.ts'

type NewEntry = Omit<Insertable<Schema['booking_history']>, 'tenant_id' | 'booking_id' | 'at' | 'user_id' | 'api_key'>

/** Records an action of the current user, or of the customer if there is none. */
export const insertHistory = (ctx: Context, bookingId: number, entry: NewEntry) =>
  insertHistories(ctx, [{ ...entry, booking_id: bookingId }])

export async function insertHistories(ctx: Context, entries: (NewEntry & { booking_id: number })[]) {
  if (entries.length === 0) return
  const of = {
    tenant_id: ctx.tenant.id,
    at: ctx.now.toString(),
    user_id: ctx.user?.id ?? null,
    api_key: ctx.user?.api_key?.name ?? null,
  }
  await ctx.db
    .insertInto('booking_history')
    .values(entries.map((entry) => ({ ...entry, ...of })))
    .execute()
}

/** Records the cancellation or restore of any number of bookings. */
export async function insertHistoryOfAll(ctx: Context, bookingIds: number[], kind: 'cancelled' | 'restored') {
  await sql`
    insert into booking_history (tenant_id, booking_id, at, user_id, kind)
    select ${ctx.tenant.id}::bigint, id, ${ctx.now.toString()}::timestamptz, ${ctx.user?.id ?? null}::bigint, ${kind}
    from unnest(${bookingIds}::bigint[]) as id`.execute(ctx.db)
}

/** Records reschedules. */
export const insertReschedules = (
  ctx: Context,
  reschedules: { booking: LockedBooking; visit: Visit; service_name: string }[],
) =>
  insertHistories(
    ctx,
    reschedules.map(({ booking: from, visit: to, service_name }) => ({
      booking_id: from.id,
      kind: 'rescheduled',
      previous_day: from.visit_day,
      previous_hour: from.visit_hour,
      previous_calendar_id: from.calendar_id,
      previous_service: from.service_name,
      previous_overridden_conflicts: from.overridden_conflicts,
      attendance: from.attendance,
      day: to.visit_day,
      hour: to.visit_hour,
      calendar_id: to.calendar_id,
      service: service_name,
      overridden_conflicts: to.overridden_conflicts,
    })),
  )

/** The attendance before the last reschedule. */
export async function findAttendanceBeforeReschedule(ctx: Context, id: number) {
  const reschedule = await ctx.db
    .selectFrom('booking_history')
    .select('attendance')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', id)
    .where('kind', '=', 'rescheduled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return reschedule?.attendance ?? null
}

/** How often a booking was restored since its last reschedule, or since the one `times` before. */
export async function countRestoredSinceReschedule(ctx: Context, id: number, times: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from booking_history
    where tenant_id = ${ctx.tenant.id} and booking_id = ${id} and kind = 'restored' and id > (
      select id from booking_history where tenant_id = ${ctx.tenant.id} and booking_id = ${id} and kind = 'rescheduled'
      order by id desc offset ${times - 1} limit 1
    )`.execute(ctx.db)
  return rows[0]!.count
}

/** How a booking was created, and when it was last changed; also of a cancelled one. */
export function findCreation(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('bookings')
    .select([
      'created_at',
      'created_by',
      'created_by_key',
      'overridden_conflicts',
      'updated_at',
      'updated_by',
      'source',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
}

const nameOfCalendar = (column: 'previous_calendar_id' | 'calendar_id') => sql<string | null>`(
  select coalesce(nullif(c.public_name, ''), c.name) from calendars c
  where c.tenant_id = booking_history.tenant_id and c.id = booking_history.${sql.ref(column)}
)`

/** The history of a booking, latest first. */
export function listHistory(ctx: Context, id: number, limit: number) {
  return ctx.db
    .selectFrom('booking_history')
    .select([
      'at',
      'kind',
      'user_id',
      'api_key',
      'previous_day',
      'previous_hour',
      nameOfCalendar('previous_calendar_id').as('previous_calendar'),
      'previous_service',
      'previous_overridden_conflicts',
      'day',
      'hour',
      nameOfCalendar('calendar_id').as('calendar'),
      'service',
      'overridden_conflicts',
      'fields',
      'attendance',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type HistoryRow = Awaited<ReturnType<typeof listHistory>>[number]

/** E-mails to the customer of a booking, sent or refused, latest first. */
export function listCustomerEmails(ctx: Context, id: number, limit: number) {
  return ctx.db
    .selectFrom('messages')
    .select(['sent_at', 'refused_at'])
    .select((eb) => eb.ref('kind').$castTo<(typeof CUSTOMER_MESSAGES)[number]>().as('kind'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', id)
    .where('kind', '=', anyOfTexts(CUSTOMER_MESSAGES))
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('refused_at', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
