import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import { canBeUndone, isActiveOrRestorable } from '../../availability/slot-holds.repository.ts'
import { CUSTOMER_COLUMNS } from '../../availability/visit-columns.repository.ts'
import { isOfRestricted, isRestrictedCustomer } from '../../restriction/shown-person.repository.ts'

/** Bookings for e-mails, including cancelled ones. */
export const listMailBookings = (ctx: Context, ids: number[]) =>
  mailBookings(ctx).where('id', '=', anyId(ids)).execute()

/** The bookings of the series of a booking with the same e-mail address, in order of time. */
export const listMailBookingsOfSeries = (ctx: Context, { series_id, email }: MailBooking) =>
  mailBookings(ctx)
    .where('series_id', '=', series_id)
    .where('email', '=', email)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

const mailBookings = (ctx: Context) =>
  ctx.db
    .selectFrom('bookings')
    .select(CUSTOMER_COLUMNS)
    .select((eb) => [
      'id',
      'hidden_id',
      'name',
      'surname',
      'email',
      'telephone',
      'notified_day',
      'notified_hour',
      'updated_by',
      'previous_day',
      'previous_hour',
      'starts_at',
      'confirmed_for',
      'ends_at',
      'sequence',
      'deleted_at',
      'created_by',
      'deleted_by',
      'attendance',
      sql<Temporal.Instant>`coalesce(deleted_at, updated_at, created_at)`.as('touched_at'),
      canBeUndone(ctx, eb).as('can_be_undone'),
      'series_id',
      isOfRestricted(ctx),
    ])
    .where('tenant_id', '=', ctx.tenant.id)

export type MailBooking = Awaited<ReturnType<typeof listMailBookings>>[number]

/** A previous address with its user. Undefined if the user is disabled or deleted. */
export function findMailPreviousEmail(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('previous_emails')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'previous_emails.tenant_id').onRef('users.id', '=', 'previous_emails.user_id'),
    )
    .select([
      'previous_emails.id',
      'previous_emails.user_id',
      'previous_emails.email',
      'previous_emails.reserved_until',
      'users.name',
      'users.email as present_email',
    ])
    .where('previous_emails.tenant_id', '=', ctx.tenant.id)
    .where('previous_emails.id', '=', id)
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Visits from one day to another (inclusive) that have not started and have no attendance; includes restorable ones. */
export function listUpcomingVisits(ctx: Context, from: PlainDate, to: PlainDate) {
  return ctx.db
    .selectFrom('bookings')
    .select(['id', 'email', 'telephone', 'visit_day', 'visit_hour', 'starts_at', 'scheduled_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '>=', from)
    .where('visit_day', '<=', to)
    .where('starts_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .where('attendance', 'is', null)
    .where(isActiveOrRestorable(ctx))
    .where((eb) => eb.not(isRestrictedCustomer(ctx, sql.ref('bookings.customer_id'))))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}
