import type { MyVisit } from '@prenoto/core/my-bookings/my-bookings.ts'
import { sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import { mailboxPattern } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'
import { isActiveOrRestorable } from '../availability/slot-holds.repository.ts'
import { visitColumns } from '../availability/visit-columns.repository.ts'
import { isRestrictedCustomer } from '../restriction/shown-person.repository.ts'
import { isByStaff } from '../text-messages/text-messages.repository.ts'

export async function insertLinkRequest(ctx: Context, address: string): Promise<number> {
  const { id } = await ctx.db
    .insertInto('visitor_link_requests')
    .values({ tenant_id: ctx.tenant.id, address, created_at: ctx.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findLinkRequest = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('visitor_link_requests')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'visitor_link_requests.tenant_id')
        .onRef('customers.id', '=', 'visitor_link_requests.customer_id'),
    )
    .select(['visitor_link_requests.address', 'customers.id as customer_id', 'customers.email'])
    .where('visitor_link_requests.tenant_id', '=', ctx.tenant.id)
    .where('visitor_link_requests.id', '=', id)
    .executeTakeFirst()

/** Stores the customer who made the request, and removes the address. */
export async function settleLinkRequest(ctx: Context, id: number, customerId: number) {
  await ctx.db
    .updateTable('visitor_link_requests')
    .set({ address: null, customer_id: customerId })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export async function deleteLinkRequest(ctx: Context, id: number) {
  await ctx.db.deleteFrom('visitor_link_requests').where('tenant_id', '=', ctx.tenant.id).where('id', '=', id).execute()
}

type OfMailbox = { customerIds: number[]; address: string }

/** Bookings made with a mailbox; none of restricted customers. */
const queryVisits = (ctx: Context, { customerIds, address }: OfMailbox) =>
  ctx.db
    .selectFrom('bookings')
    .innerJoin('services', (join) =>
      join.onRef('services.tenant_id', '=', 'bookings.tenant_id').onRef('services.id', '=', 'bookings.service_id'),
    )
    .select(visitColumns('service_price', 'calendar_id'))
    .select(['bookings.hidden_id', 'bookings.name'])
    .select((eb) => [
      eb.not(isActiveOrRestorable(ctx)).$castTo<boolean>().as('is_cancelled'),
      eb
        .and([eb('services.visible_frontend', '=', true), eb('services.deleted_at', 'is', null)])
        .$castTo<boolean>()
        .as('is_offered'),
    ])
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.customer_id', '=', anyId(customerIds))
    .where(sql<boolean>`lower(bookings.email) ~ ${mailboxPattern(address)}`)
    .where((eb) => eb.not(isRestrictedCustomer(ctx, sql.ref('bookings.customer_id'))))

const isOver = (ctx: Context) => sql<boolean>`bookings.ends_at <= ${ctx.now.toString()}::timestamptz`

/** Visits that are neither over nor cancelled, in their order. */
export const listUpcomingVisits = (ctx: Context, of: OfMailbox, limit: number): Promise<MyVisit[]> =>
  queryVisits(ctx, of)
    .where((eb) => eb.and([eb.not(isOver(ctx)), isActiveOrRestorable(ctx)(eb)]))
    .orderBy('bookings.starts_at')
    .orderBy('bookings.id')
    .limit(limit)
    .execute()

/** Visits that are over or cancelled, latest first. */
export const listPastVisits = (ctx: Context, of: OfMailbox, limit: number): Promise<MyVisit[]> =>
  queryVisits(ctx, of)
    .where((eb) => eb.or([isOver(ctx), eb.not(isActiveOrRestorable(ctx)(eb))]))
    .orderBy('bookings.starts_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(limit)
    .execute()

/** The telephones of the mailbox's bookings. */
export const listNumberedVisits = (ctx: Context, of: OfMailbox) =>
  queryVisits(ctx, of)
    .clearSelect()
    .select(['bookings.id', 'bookings.telephone', isByStaff.as('is_by_staff')])
    .execute()

export async function hasVisits(ctx: Context, of: OfMailbox): Promise<boolean> {
  return (await queryVisits(ctx, of).limit(1).executeTakeFirst()) !== undefined
}
