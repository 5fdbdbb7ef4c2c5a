import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { sql } from 'kysely'
import { mayStand } from '../availability/held-places.repository.ts'
import { isoInstant } from '../database/wire-format.ts'
import type { Context } from '../tenants/context.ts'

const COLUMNS = ['id', 'name', 'surname', 'email', 'telephone'] as const

const customers = (ctx: Context) =>
  ctx.db.selectFrom('customers').where('tenant_id', '=', ctx.tenant.id).where('erased_at', 'is', null)

export function listCustomers(ctx: Context, after: number | undefined, limit: number) {
  return customers(ctx)
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findCustomer(ctx: Context, id: number) {
  return customers(ctx)
    .select(COLUMNS)
    .select(isoInstant('created_at').$notNull().as('created_at'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Nobody changes a booking of this customer until the transaction ends. Comes before `lockCustomer`, since
 * whoever changes a booking has it first and then its customer.
 */
export async function lockBookingsOfCustomer(ctx: Context, id: number) {
  await ctx.db
    .selectFrom('bookings')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A customer for whom nobody books until the transaction ends. */
export function lockCustomer(ctx: Context, id: number) {
  return customers(ctx).select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Every booking of a customer, cancelled ones too, in the order they were made. */
export function listBookingsOfCustomer(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('bookings')
    .select([
      'id',
      'name',
      'surname',
      'email',
      'telephone',
      'visit_day',
      'visit_hour',
      'service_name',
      'service_duration',
      'service_price',
      'patient_notes',
      'outcome',
      'privacy_version',
      isoInstant('consented_at').as('consented_at'),
      isoInstant('created_at').$notNull().as('created_at'),
      isoInstant('updated_at').as('updated_at'),
      isoInstant('deleted_at').as('cancelled_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute()
}

/** What happened to the bookings of a customer since they were made. */
export function listBookingHistoryOfCustomer(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('booking_history')
    .innerJoin('bookings', (join) =>
      join
        .onRef('bookings.tenant_id', '=', 'booking_history.tenant_id')
        .onRef('bookings.id', '=', 'booking_history.booking_id'),
    )
    .select((eb) => [
      'booking_id',
      isoInstant('at').$notNull().as('at'),
      'kind',
      eb('user_id', 'is', null).$castTo<boolean>().as('by_customer'),
      'booking_history.former_day',
      'booking_history.former_hour',
      'day',
      'hour',
      'booking_history.outcome',
    ])
    .where('booking_history.tenant_id', '=', ctx.tenant.id)
    .where('bookings.customer_id', '=', id)
    .orderBy('booking_history.booking_id')
    .orderBy('booking_history.id')
    .execute()
}

type Person = { name: string; surname: string; email: string }

/** The contact requests under a customer's e-mail and full name, both compared as customers are. */
export async function listContactRequestsOf(ctx: Context, customer: Person) {
  const rows = await ctx.db
    .selectFrom('contact_requests')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'message',
      'privacy_version',
      isoInstant('consented_at').$notNull().as('consented_at'),
      isoInstant('created_at').$notNull().as('created_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', customer.email.toLowerCase()))
    .orderBy('id')
    .execute()
  const identity = customerIdentity(customer)
  return rows.filter(({ name, email }) => customerIdentity({ name, surname: '', email }) === identity)
}

export async function countBookingsToComeOf(ctx: Context, id: number): Promise<number> {
  const { bookings } = await ctx.db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('bookings'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', id)
    .where('starts_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .where(mayStand(ctx))
    .executeTakeFirstOrThrow()
  return bookings
}

/** Who stands in an erased customer's place. */
const NOBODY = { name: 'Cliente', surname: 'cancellato', email: '', telephone: '' }

/** Takes a customer's name, e-mail, telephone and notes out of their row, their bookings and what was told of these. */
export async function eraseCustomer(ctx: Context, id: number, contactRequestIds: number[]) {
  const erased = await ctx.db
    .updateTable('bookings')
    .set({ ...NOBODY, patient_notes: '', idempotency_key: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', id)
    .returning(['id', 'sequence'])
    .execute()
  const causes = [
    ...erased.flatMap(({ id, sequence }) => [
      `booking-created:${id}`,
      `booking-cancelled:${id}`,
      ...Array.from({ length: sequence + 1 }, (_, change) => `email-refused:${id}:${change}`),
      ...Array.from({ length: sequence }, (_, change) => `booking-changed:${id}:${change + 1}`),
    ]),
    ...contactRequestIds.map((request) => `contact-requested:${request}`),
  ]
  await ctx.db
    .deleteFrom('notifications')
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb('cause', '=', eb.fn.any(eb.val(causes))))
    .execute()
  await ctx.db
    .deleteFrom('contact_requests')
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(contactRequestIds))))
    .execute()
  await ctx.db
    .updateTable('customers')
    .set({
      ...NOBODY,
      identity: `erased ${id}`,
      erased_at: ctx.now.toString(),
      erased_by: ctx.user?.id ?? null,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
