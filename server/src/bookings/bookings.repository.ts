import type { PublicBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { PRIVACY_VERSION } from '@prenoto/core/contact-fields.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { priceOf } from '@prenoto/core/services/service-schema.ts'
import { sql } from 'kysely'
import type { BookableService } from '../availability/availability.repository.ts'
import type { Context } from '../context.ts'

const PUBLIC_COLUMNS = [
  'id',
  'hidden_id',
  'name',
  'surname',
  'email',
  'telephone',
  'visit_day',
  'visit_hour',
  'service_id',
  'service_name',
  'service_duration',
] as const

/** A booking that has not been cancelled. */
export function findBooking(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('bookings')
    .select(PUBLIC_COLUMNS)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The booking that was made under an idempotency key, cancelled since or not.
 * Whoever comes with the same key meanwhile waits until the transaction ends.
 */
export async function lockBookingByKey(ctx: Context, idempotencyKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, ${ctx.tenant.id}))`.execute(ctx.db)
  return ctx.db
    .selectFrom('bookings')
    .select(PUBLIC_COLUMNS)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/** A booking that has not been cancelled, by the key of its public link. */
export function findBookingByHiddenId(ctx: Context, hiddenId: string) {
  return ctx.db
    .selectFrom('bookings')
    .select(['id', 'calendar_id', 'visit_day', 'starts_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('hidden_id', '=', hiddenId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The booking's interval, as instants. */
export type Visit = { startsAt: Temporal.Instant; endsAt: Temporal.Instant }

export type NewBooking = PublicBooking & { hiddenId: string; idempotencyKey?: string }

/**
 * Inserts a visitor's booking and the customer it belongs to: the one of the same e-mail and full name,
 * whose telephone follows, or a new one. The service's name, duration and price are copied.
 */
export function insertBooking(ctx: Context, service: BookableService, booking: NewBooking, visit: Visit) {
  const { name, surname, email, telephone } = booking
  return ctx.db
    .with('customer', (db) =>
      db
        .insertInto('customers')
        .values({ tenant_id: ctx.tenant.id, identity: customerIdentity(booking), name, surname, email, telephone })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'identity']).doUpdateSet({ telephone }))
        .returning('id'),
    )
    .insertInto('bookings')
    .values((eb) => ({
      tenant_id: ctx.tenant.id,
      hidden_id: booking.hiddenId,
      customer_id: eb.selectFrom('customer').select('id'),
      calendar_id: service.calendar_id,
      service_id: service.id,
      service_name: service.name,
      service_duration: service.duration,
      service_price: priceOf(service),
      name,
      surname,
      email,
      telephone,
      visit_day: booking.visit_day,
      visit_hour: booking.visit_hour,
      starts_at: visit.startsAt.toString(),
      ends_at: visit.endsAt.toString(),
      privacy_version: PRIVACY_VERSION,
      consented_at: ctx.now.toString(),
      idempotency_key: booking.idempotencyKey ?? null,
    }))
    .returning(PUBLIC_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Marks a booking as cancelled; its row stays for the statistics. Says whether there was one to cancel. */
export async function deleteBooking(ctx: Context, id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('bookings')
    .set({ deleted_at: ctx.now.toString(), deleted_by: ctx.user?.id ?? null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
