import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { isRestrictedCustomer } from '../restriction/shown-person.repository.ts'

/** The booking of a private link with its reminder, unless it was cancelled or its customer was erased. */
export const findReminder = (ctx: Context, hiddenId: string) =>
  ctx.db
    .selectFrom('bookings')
    .leftJoin('come_back_reminders as r', (join) =>
      join.onRef('r.tenant_id', '=', 'bookings.tenant_id').onRef('r.booking_id', '=', 'bookings.id'),
    )
    .select(['bookings.id', 'bookings.customer_id', 'bookings.email', 'bookings.visit_day', 'r.due_on'])
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.hidden_id', '=', hiddenId)
    .where('bookings.deleted_at', 'is', null)
    .where('bookings.email', '<>', '')
    .executeTakeFirst()

export async function saveReminder(ctx: Context, bookingId: number, dueOn: PlainDate) {
  const asked_at = ctx.now.toString()
  await ctx.db
    .insertInto('come_back_reminders')
    .values({ tenant_id: ctx.tenant.id, booking_id: bookingId, due_on: dueOn, asked_at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'booking_id']).doUpdateSet({ due_on: dueOn, asked_at }))
    .execute()
}

/** Returns whether there was one. */
export async function deleteReminder(ctx: Context, bookingId: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('come_back_reminders')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the reminders that are due and returns those whose customer is not restricted. */
export async function takeDueReminders(ctx: Context, today: PlainDate) {
  const due = await ctx.db
    .deleteFrom('come_back_reminders')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('due_on', '<=', today)
    .returning(['booking_id', 'due_on'])
    .execute()
  const usable = await ctx.db
    .selectFrom('bookings')
    .select(['id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(due.map(({ booking_id }) => booking_id)))
    .where((eb) => eb.not(isRestrictedCustomer(ctx, sql.ref('bookings.customer_id'))))
    .execute()
  const dates = new Map(due.map(({ booking_id, due_on }) => [booking_id, due_on]))
  return usable.map(({ id, email }) => ({ id, email, due_on: dates.get(id)! }))
}

/** Deletes the reminders of erased customers. */
export async function deleteReminders(ctx: Context, customerIds: number[]) {
  await ctx.db
    .deleteFrom('come_back_reminders')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .select('id')
        .where('tenant_id', '=', ctx.tenant.id)
        .where('customer_id', '=', anyId(customerIds)),
    )
    .execute()
}

/** Visits that show a customer's habit. */
const MAX_VISITS = 8

/** The latest visits of the customer of a booking that were neither cancelled nor missed, latest first. */
export const listLatestVisits = (ctx: Context, bookingId: number) =>
  ctx.db
    .selectFrom('bookings')
    .select(['id', 'visit_day', 'visit_hour', 'calendar_id', 'starts_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', (eb) =>
      eb
        .selectFrom('bookings')
        .select('customer_id')
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', bookingId),
    )
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`attendance is distinct from 'no_show'`)
    .orderBy('visit_day', 'desc')
    .orderBy('starts_at', 'desc')
    .limit(MAX_VISITS)
    .execute()
