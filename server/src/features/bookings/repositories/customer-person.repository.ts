import type { PersonField } from '@prenoto/core/bookings/booking-history.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { type Expression, sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'
import { contactKeys } from './blocked-customers.repository.ts'
import type { Visitor } from './bookings-write.repository.ts'

const FIELDS = ['name', 'surname', 'email', 'telephone'] as const satisfies PersonField[]

/** Locks a customer who is neither erased nor restricted. */
export const lockPerson = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('customers')
    .select([...FIELDS, 'identity', 'version'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('restricted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The row with the identity of a person: a customer, or a duplicate that was merged into one (`main_id`). */
export const findByIdentity = (ctx: Context, person: Visitor) =>
  ctx.db
    .selectFrom('customers as known')
    .innerJoin('customers as main', (join) =>
      join
        .onRef('main.tenant_id', '=', 'known.tenant_id')
        .on('main.id', '=', sql<number>`coalesce(known.merged_into, known.id)`),
    )
    .select(['known.id', 'main.id as main_id', 'main.name', 'main.surname', 'main.email', 'main.telephone'])
    .where('known.tenant_id', '=', ctx.tenant.id)
    .where('known.identity', '=', customerIdentity(person))
    .executeTakeFirst()

export async function updateIdentity(ctx: Context, id: number, identity: string) {
  await ctx.db
    .updateTable('customers')
    .set({ identity })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Sets the data of a customer; a blocked one is recognised by the new contacts as well. */
export async function updatePerson(ctx: Context, id: number, person: Visitor) {
  const { name, surname, email, telephone } = person
  await ctx.db
    .updateTable('customers')
    .set({
      name,
      surname,
      email,
      telephone,
      identity: customerIdentity(person),
      blocked_as: sql<string[] | null>`blocked_as || ${contactKeys(person)}::text[]`,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Inserts a customer who stays without bookings. Undefined if the identity exists. */
export const insertPerson = (ctx: Context, { name, surname, email, telephone }: Visitor) =>
  ctx.db
    .insertInto('customers')
    .values({
      tenant_id: ctx.tenant.id,
      identity: customerIdentity({ name, surname, email }),
      name,
      surname,
      email,
      telephone,
      is_imported: true,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'identity']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Locks the upcoming bookings of a customer, in the order in which every change of several bookings locks them. */
export const lockUpcomingBookings = (ctx: Context, customerId: number | Expression<number>) =>
  ctx.db
    .selectFrom('bookings')
    .select(['id', ...FIELDS])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Locks the bookings that a correction of the customer of this booking changes. Must precede the lock of the booking: two
 * corrections of one customer could deadlock otherwise.
 */
export const lockBookingsOfSameCustomer = (ctx: Context, bookingId: number) =>
  lockUpcomingBookings(
    ctx,
    sql`(select customer_id from bookings where tenant_id = ${ctx.tenant.id} and id = ${bookingId})`,
  )

export async function updatePersonOfBooking(ctx: Context, id: number, person: Partial<Visitor>) {
  await ctx.db
    .updateTable('bookings')
    .set({
      ...person,
      updated_at: ctx.now.toString(),
      updated_by: ctx.user?.id ?? null,
      sequence: sql<number>`sequence + 1`,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
