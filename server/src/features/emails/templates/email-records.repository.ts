import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyOf } from '../../../database/any-of.ts'
import type { Context } from '../../../tenants/context.ts'
import { isUndecided, mayStand } from '../../availability/held-places.repository.ts'
import { calendarName } from '../../availability/service-calendars.repository.ts'

/** What e-mails tell of bookings, cancelled or not. */
export const listMailBookings = (ctx: Context, ids: number[]) =>
  mailBookings(ctx).where('id', '=', anyOf(ids)).execute()

/** Those of the series of a booking, in their order, as far as they are for the same reader. */
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
    .select((eb) => [
      'id',
      'hidden_id',
      'name',
      'surname',
      'email',
      'telephone',
      'service_name',
      'service_duration',
      'service_price',
      calendarName.as('calendar_name'),
      'visit_day',
      'visit_hour',
      'told_day',
      'told_hour',
      'former_day',
      'former_hour',
      'starts_at',
      'ends_at',
      'sequence',
      'deleted_at',
      'deleted_by',
      'outcome',
      sql<Temporal.Instant>`coalesce(deleted_at, updated_at, created_at)`.as('touched_at'),
      isUndecided(ctx, eb).as('is_undecided'),
      'series_id',
    ])
    .where('tenant_id', '=', ctx.tenant.id)

export type MailBooking = Awaited<ReturnType<typeof listMailBookings>>[number]

/** A former address and whose it was; undefined once it is the present one again, or nobody's. */
export function findMailFormerEmail(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('former_emails')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'former_emails.tenant_id').onRef('users.id', '=', 'former_emails.user_id'),
    )
    .select([
      'former_emails.id',
      'former_emails.user_id',
      'former_emails.email',
      'former_emails.kept_until',
      'users.name',
      'users.email as present_email',
    ])
    .where('former_emails.tenant_id', '=', ctx.tenant.id)
    .where('former_emails.id', '=', id)
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The visits from one day to another, both included, that have not begun and of which nobody knows what became; also those that may
 * stand again.
 */
export function listVisitsAhead(ctx: Context, from: PlainDate, to: PlainDate) {
  return ctx.db
    .selectFrom('bookings')
    .select(['id', 'email', 'visit_day', 'visit_hour', 'starts_at', 'scheduled_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '>=', from)
    .where('visit_day', '<=', to)
    .where('starts_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .where('outcome', 'is', null)
    .where(mayStand(ctx))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}
