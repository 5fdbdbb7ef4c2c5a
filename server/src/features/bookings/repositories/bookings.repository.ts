import type { PersonField } from '@prenoto/core/bookings/booking-history.ts'
import type { Confirmation } from '@prenoto/core/bookings/confirmation.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import { isEmailRefused } from '../../../outbox/messages.repository.ts'
import { type Context, isByKey } from '../../../tenants/context.ts'
import { canBeUndone } from '../../availability/slot-holds.repository.ts'
import { CUSTOMER_COLUMNS, TIME_COLUMNS, VISIT_COLUMNS } from '../../availability/visit-columns.repository.ts'
import { shownNotes, shownPerson } from '../../restriction/shown-person.repository.ts'

/** The columns of a booking that its customer sees. */
export const PUBLIC_COLUMNS = [
  'bookings.id',
  'bookings.hidden_id',
  ...CUSTOMER_COLUMNS,
  'bookings.name',
  'bookings.surname',
  'bookings.email',
  'bookings.telephone',
] as const

/** The same columns for staff: a restricted customer is not named. */
export const staffColumns = (ctx: Context) =>
  ['bookings.id', 'bookings.hidden_id', ...VISIT_COLUMNS, ...shownPerson(ctx)] as const

/** The personal fields that have been changed since the booking was made. */
export const changedPersonFields = sql<PersonField[]>`array(
  select distinct unnest(h.fields) from booking_history h
  where h.tenant_id = bookings.tenant_id and h.booking_id = bookings.id and h.kind = 'person'
)`.as('changed_fields')

/** Whether all services of a visit are among those that other programs may see. */
const isOfVisibleServices = ({ tenant }: Context) => {
  const hidden = sql`array(select s.id from services s where s.tenant_id = ${tenant.id} and not s.visible_api)`
  return sql<boolean>`(bookings.service_id <> all(${hidden}) and not exists (
    select from jsonb_array_elements(bookings.services) part where (part->>'service_id')::bigint = any(${hidden})))`
}

/** Bookings that have not been cancelled; an API key reaches those of visible services. */
export const bookings = (ctx: Context) =>
  ctx.db
    .selectFrom('bookings')
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.deleted_at', 'is', null)
    .$if(isByKey(ctx), (query) => query.where(isOfVisibleServices(ctx)))

const cancelledBookings = (ctx: Context) =>
  ctx.db
    .selectFrom('bookings')
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.deleted_at', 'is not', null)

/** Ids of users, or null if the customer did it. */
const HISTORY = [
  'created_by',
  'updated_by',
  'deleted_by',
  'updated_at',
  'deleted_at',
  'scheduled_at',
  'sequence',
] as const

/** A booking that has not been cancelled. */
export function findBooking(ctx: Context, id: number) {
  return bookings(ctx)
    .select(PUBLIC_COLUMNS)
    .select(HISTORY)
    .select(TIME_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findBookingByHiddenId(ctx: Context, hiddenId: string) {
  return bookings(ctx).select(PUBLIC_COLUMNS).select(TIME_COLUMNS).where('hidden_id', '=', hiddenId).executeTakeFirst()
}

/** The number of reschedules by the customer today. */
const reschedulesByCustomer = ({ tenant, now }: Context) => sql<number>`(
  select count(*)::integer from booking_history h
  where h.tenant_id = bookings.tenant_id and h.booking_id = bookings.id and h.kind = 'rescheduled' and h.user_id is null
    and (h.at at time zone ${tenant.time_zone})::date = ${todayIn(tenant.time_zone, now)}::date
)`

/** The time that a reminder is about: see `reminderAbout` of the outbox. */
const reminderAbout = sql`to_char(bookings.visit_day, 'YYYY-MM-DD') || 'T' || to_char(bookings.visit_hour, 'HH24:MI')`

/** Whether the reminder of a visit at its present time has gone out, with the question whether the customer comes. */
const isReminded = ({ tenant }: Context) => sql<boolean>`(exists (
    select from messages reminder
    where reminder.tenant_id = ${tenant.id} and reminder.sent_at is not null
      and reminder.deduplication_key = 'reminder:' || bookings.id || ':' || ${reminderAbout})
  or exists (
    select from text_messages reminder
    where reminder.tenant_id = ${tenant.id} and reminder.booking_id = bookings.id and reminder.kind = 'reminder'
      and reminder.about = ${reminderAbout} and reminder.state in ('unknown', 'accepted', 'delivered', 'read')))`

/** The visit's answer to its reminder. Without a reminder nobody was asked, so that no answer is missing. */
const selectConfirmation = (ctx: Context) =>
  sql<Confirmation>`case
  when bookings.confirmed_for = bookings.starts_at then 'confirmed'
  when bookings.attendance is null and bookings.starts_at > ${ctx.now.toString()}::timestamptz
    and bookings.starts_at <= ${ctx.now.toString()}::timestamptz + make_interval(hours => (
      select c.app_confirmation_hours from configurations c where c.tenant_id = ${ctx.tenant.id}))
    and ${isReminded(ctx)}
  then 'missing' end`.as('confirmation')

/** The visit of a private link, with what determines whether its customer may change it. */
export function findVisit(ctx: Context, hiddenId: string) {
  return bookings(ctx)
    .innerJoin('services', (join) =>
      join.onRef('services.tenant_id', '=', 'bookings.tenant_id').onRef('services.id', '=', 'bookings.service_id'),
    )
    .innerJoin('configurations', 'configurations.tenant_id', 'bookings.tenant_id')
    .select(CUSTOMER_COLUMNS)
    .select([
      'bookings.any_calendar',
      'bookings.sequence as version',
      'bookings.starts_at',
      'bookings.confirmed_for',
      'configurations.app_change_hours_notice',
      'configurations.app_confirmation_hours',
    ])
    .select([reschedulesByCustomer(ctx).as('reschedules_today'), isReminded(ctx).as('is_reminded')])
    .select((eb) =>
      eb
        .and([eb('services.visible_frontend', '=', true), eb('services.deleted_at', 'is', null)])
        .$castTo<boolean>()
        .as('is_offered'),
    )
    .where('bookings.hidden_id', '=', hiddenId)
    .executeTakeFirst()
}

/** Bookings with their history columns, cancelled ones included. */
export function listBookingsWithHistory(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('bookings')
    .select(PUBLIC_COLUMNS)
    .select(HISTORY)
    .select((eb) => canBeUndone(ctx, eb).as('can_be_undone'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}

export type BookingWithHistory = Awaited<ReturnType<typeof listBookingsWithHistory>>[number]

/**
 * A booking as staff see it. The left join makes the planner start with the requested days instead of all bookings of a
 * service.
 */
export const staffBookings = (ctx: Context, { areCancelled = false } = {}) =>
  (areCancelled ? cancelledBookings(ctx) : bookings(ctx))
    .leftJoin('services', (join) =>
      join.onRef('services.tenant_id', '=', 'bookings.tenant_id').onRef('services.id', '=', 'bookings.service_id'),
    )
    .select(staffColumns(ctx))
    .select((eb) => [
      'bookings.customer_id',
      'bookings.sequence as version',
      shownNotes(ctx),
      ...TIME_COLUMNS,
      'bookings.overridden_conflicts',
      'bookings.series_id',
      'bookings.attendance',
      selectConfirmation(ctx),
      eb.ref('services.color').$notNull().as('service_color'),
      isEmailRefused(ctx, eb).as('email_refused'),
    ])

export function findStaffBooking(ctx: Context, id: number) {
  return staffBookings(ctx).where('bookings.id', '=', id).executeTakeFirst()
}

/** In the order of the visits. */
export function listStaffBookings(ctx: Context, ids: number[]) {
  return staffBookings(ctx)
    .where('bookings.id', '=', anyId(ids))
    .orderBy('bookings.visit_day')
    .orderBy('bookings.visit_hour')
    .orderBy('bookings.id')
    .execute()
}

/** Latest first; `limit` of them after the id `after`. */
export function listBookings(ctx: Context, after: number | undefined, limit: number) {
  return staffBookings(ctx)
    .$if(after !== undefined, (query) => query.where('bookings.id', '<', after!))
    .orderBy('bookings.id', 'desc')
    .limit(limit)
    .execute()
}

/** The bookings from one day to another, both included, in the order of the visits. */
export function listBookingsOfDays(ctx: Context, from: PlainDate, to: PlainDate) {
  return staffBookings(ctx)
    .where('bookings.visit_day', '>=', from)
    .where('bookings.visit_day', '<=', to)
    .orderBy('bookings.visit_day')
    .orderBy('bookings.visit_hour')
    .orderBy('bookings.id')
    .execute()
}

/** Whether the days from one to another, both included, have more than `than` bookings. */
export async function hasMoreBookings(ctx: Context, from: PlainDate, to: PlainDate, than: number): Promise<boolean> {
  const oneMore = await bookings(ctx)
    .select('visit_day')
    .where('visit_day', '>=', from)
    .where('visit_day', '<=', to)
    .orderBy('visit_day')
    .offset(than)
    .limit(1)
    .executeTakeFirst()
  return oneMore !== undefined
}

/** The first bookings of each day, both days included, with the number of bookings of the day. */
export function listFirstBookingsOfDays(ctx: Context, from: PlainDate, to: PlainDate, limit: number) {
  const isOfDay = sql<boolean>`bookings.visit_day = days.day`
  return ctx.db
    .selectFrom(
      sql<{ day: PlainDate }>`(select generate_series(${from}::date, ${to}::date, '1 day')::date as day)`.as('days'),
    )
    .innerJoinLateral(
      staffBookings(ctx).where(isOfDay).orderBy('bookings.visit_hour').orderBy('bookings.id').limit(limit).as('first'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      bookings(ctx)
        .select((eb) => eb.fn.countAll<number>().as('of_day'))
        .where(isOfDay)
        .as('counted'),
      (join) => join.onTrue(),
    )
    .selectAll('first')
    .select('of_day')
    .orderBy('first.visit_day')
    .orderBy('first.visit_hour')
    .orderBy('first.id')
    .execute()
}
