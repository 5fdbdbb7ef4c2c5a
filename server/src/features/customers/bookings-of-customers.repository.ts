import { anyId, isoInstant } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { visitColumns } from '../availability/visit-columns.repository.ts'

/** Locks the bookings of these customers. Must precede `lockCustomers`: every change locks the booking, then its customer. */
export async function lockBookingsOfCustomers(ctx: Context, ids: number[]) {
  await ctx.db
    .selectFrom('bookings')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
}

const selectBookings = (ctx: Context, ids: number[]) =>
  ctx.db.selectFrom('bookings').where('tenant_id', '=', ctx.tenant.id).where('customer_id', '=', anyId(ids))

export async function countBookingsOfCustomers(ctx: Context, ids: number[]): Promise<number> {
  const { bookings } = await selectBookings(ctx, ids)
    .select((eb) => eb.fn.countAll<number>().as('bookings'))
    .executeTakeFirstOrThrow()
  return bookings
}

export const listTelephonesOfBookings = (ctx: Context, ids: number[]) =>
  selectBookings(ctx, ids).select('telephone').distinct().execute()

/** Rows per statement, so that the driver parses no long list in one go. */
const PAGE_SIZE = 1_000

/** Every booking of these customers, including cancelled ones, in order of creation. */
export async function listBookingsOfCustomers(ctx: Context, ids: number[]) {
  const bookings: Awaited<ReturnType<typeof listBookingsAfter>> = []
  for (;;) {
    const page = await listBookingsAfter(ctx, ids, bookings.at(-1)?.id ?? 0)
    bookings.push(...page)
    if (page.length < PAGE_SIZE) return bookings
  }
}

function listBookingsAfter(ctx: Context, ids: number[], after: number) {
  return selectBookings(ctx, ids)
    .select(visitColumns('service_id', 'calendar_id', 'calendar_name'))
    .select([
      'id',
      'name',
      'surname',
      'email',
      'telephone',
      'patient_notes',
      'attendance',
      'source',
      'privacy_version',
      isoInstant('consented_at').as('consented_at'),
      isoInstant('created_at').$notNull().as('created_at'),
      isoInstant('updated_at').as('updated_at'),
      isoInstant('deleted_at').as('cancelled_at'),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute()
}

/** The history of bookings, in the order of their ids. */
export async function listHistoryOfBookings(ctx: Context, ids: number[]) {
  const history: Awaited<ReturnType<typeof listHistory>> = []
  for (let i = 0; i < ids.length; i += PAGE_SIZE) history.push(...(await listHistory(ctx, ids.slice(i, i + PAGE_SIZE))))
  return history
}

function listHistory(ctx: Context, bookingIds: number[]) {
  return ctx.db
    .selectFrom('booking_history')
    .select((eb) => [
      'booking_id',
      isoInstant('at').$notNull().as('at'),
      'kind',
      eb('user_id', 'is', null).$castTo<boolean>().as('by_customer'),
      'previous_day',
      'previous_hour',
      'day',
      'hour',
      'attendance',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', anyId(bookingIds))
    .orderBy('booking_id')
    .orderBy('id')
    .execute()
}
