import type { Role } from '@prenoto/core/contract/role.ts'
import { includesRole, roles } from '@prenoto/core/contract/role.ts'
import { sql } from 'kysely'
import { anyId, anyOfTexts } from '../../database/sql-expressions.ts'
import { type Context, isByKey } from '../../tenants/context.ts'

/** The lowest role that may read health notes. */
export async function findHealthNotesRole(ctx: Context): Promise<Role> {
  const { health_notes_role } = await ctx.db
    .selectFrom('configurations')
    .select('health_notes_role')
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return health_notes_role
}

export async function updateHealthNotesRole(ctx: Context, role: Role) {
  await ctx.db
    .updateTable('configurations')
    .set({ health_notes_role: role })
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
}

const servicesWithNotes = (ctx: Context) =>
  ctx.db
    .selectFrom('services')
    .where('services.tenant_id', '=', ctx.tenant.id)
    .where('services.deleted_at', 'is', null)
    .where('services.allow_medical_notes', '=', true)

/** Whether any service allows health notes. */
export const hasServiceWithNotes = async (ctx: Context) =>
  (await servicesWithNotes(ctx).select('services.id').limit(1).executeTakeFirst()) !== undefined

/** The id of a customer who is neither erased nor restricted; for a merged duplicate, that of the customer it was merged into. */
export async function findCustomerId(ctx: Context, id: number): Promise<number | undefined> {
  const customer = await ctx.db
    .selectFrom('customers')
    .innerJoin('customers as requested', (join) =>
      join
        .onRef('requested.tenant_id', '=', 'customers.tenant_id')
        .on('customers.id', '=', sql<number>`coalesce(requested.merged_into, requested.id)`),
    )
    .select('customers.id')
    .where('customers.tenant_id', '=', ctx.tenant.id)
    .where('requested.id', '=', id)
    .where('customers.erased_at', 'is', null)
    .where('customers.restricted_at', 'is', null)
    .executeTakeFirst()
  return customer?.id
}

/** Locks a customer against a concurrent merge, erasure or change of the consent. False if they are merged, erased or restricted. */
export async function lockCustomer(ctx: Context, id: number): Promise<boolean> {
  const customer = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('restricted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return customer !== undefined
}

/** Limit of visits to choose from. */
const MAX_VISITS = 20

const visitsWithNotes = (ctx: Context, customerId: number) =>
  ctx.db
    .selectFrom('bookings')
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.customer_id', '=', customerId)
    .where((eb) =>
      eb.exists(
        servicesWithNotes(ctx)
          .select('services.id')
          .where(
            sql<boolean>`(services.id = bookings.service_id
              or bookings.services @> jsonb_build_array(jsonb_build_object('service_id', services.id)))`,
          ),
      ),
    )

/** The latest visits of a customer for services that allow health notes, newest first. */
export const listVisitsWithNotes = (ctx: Context, customerId: number) =>
  visitsWithNotes(ctx, customerId)
    .select(['bookings.id', 'bookings.visit_day', 'bookings.service_name'])
    .where('bookings.deleted_at', 'is', null)
    .orderBy('bookings.visit_day', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(MAX_VISITS)
    .execute()

export const isVisitWithNotes = async (ctx: Context, customerId: number, bookingId: number) =>
  (await visitsWithNotes(ctx, customerId)
    .select('bookings.id')
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()) !== undefined

/** Columns of the visit of a note or document, for a statement with `booking` joined. */
export const VISIT = ['booking.id as visit_id', 'booking.visit_day', 'booking.service_name'] as const

/**
 * Expression of a statement about customers: the user may read health notes, and the business offers them or has some of
 * this customer.
 */
export function showsHealthNotes(ctx: Context) {
  const included = roles.filter((role) => ctx.user && !isByKey(ctx) && includesRole(ctx.user.role, role))
  const exists = (table: 'health_notes' | 'health_documents') =>
    sql`exists (select from ${sql.table(table)} h where h.tenant_id = ${ctx.tenant.id} and h.customer_id = customers.id)`
  return sql<boolean>`(
    exists (
      select from configurations
      where configurations.tenant_id = ${ctx.tenant.id} and health_notes_role = ${anyOfTexts(included)}
    ) and (
      exists (${servicesWithNotes(ctx).select('services.id')})
      or ${exists('health_notes')} or ${exists('health_documents')}
    )
  )`
}

/** Moves the health data of a merged duplicate to another customer. */
export async function reassignHealthData(ctx: Context, from: number, to: number) {
  for (const table of ['health_consents', 'health_notes', 'health_documents'] as const)
    await ctx.db
      .updateTable(table)
      .set({ customer_id: to })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('customer_id', '=', from)
      .execute()
}

export async function deleteHealthRecords(
  ctx: Context,
  table: 'health_consents' | 'health_notes' | 'health_documents',
  customerIds: number[],
): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom(table)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Counts the notes or documents of customers. */
export async function countHealthRecords(
  ctx: Context,
  table: 'health_notes' | 'health_documents',
  customerIds: number[],
): Promise<number> {
  const { count } = await ctx.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .executeTakeFirstOrThrow()
  return count
}
