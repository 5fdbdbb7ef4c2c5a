import { sql } from 'kysely'
import { localDateTime } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import { staffBookings } from './bookings.repository.ts'

/** When a booking was cancelled, and the name of the user who did it; null for the customer. */
export const cancellation = ({ tenant }: Context) => [
  localDateTime('bookings.deleted_at', tenant.time_zone).$castTo<string | null>().as('cancelled_at'),
  sql<string | null>`(
    select u.name || ' ' || u.surname from users u where u.tenant_id = bookings.tenant_id and u.id = bookings.deleted_by
  )`.as('cancelled_by'),
]

export const findCancelledBooking = (ctx: Context, id: number) =>
  staffBookings(ctx, { areCancelled: true }).select(cancellation(ctx)).where('bookings.id', '=', id).executeTakeFirst()
