import type { VisitService } from '@prenoto/core/services/visit-services.ts'
import { sql } from 'kysely'
import type { Row } from '../../database/schema.ts'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { isHeld } from '../availability/slot-holds.repository.ts'

type Key = { id: number } | { hiddenId: string }

const proposals = (ctx: Context) => ctx.db.selectFrom('proposals').where('proposals.tenant_id', '=', ctx.tenant.id)

const ofKey = (ctx: Context, key: Key) =>
  'id' in key ? proposals(ctx).where('id', '=', key.id) : proposals(ctx).where('hidden_id', '=', key.hiddenId)

export const findProposal = (ctx: Context, key: Key) => ofKey(ctx, key).selectAll().executeTakeFirst()

/** Locks a proposal; take this lock before those of days. */
export const lockProposal = (ctx: Context, key: Key) => ofKey(ctx, key).selectAll().forUpdate().executeTakeFirst()

export type StoredProposal = Row<'proposals'>

type NewProposal = { hiddenId: string; customer_id: number; service_id: number; services: VisitService[] | null }

export async function insertProposal(ctx: Context, { hiddenId, services, ...proposal }: NewProposal): Promise<number> {
  const { id } = await ctx.db
    .insertInto('proposals')
    .values({
      tenant_id: ctx.tenant.id,
      hidden_id: hiddenId,
      ...proposal,
      services: services && JSON.stringify(services),
      created_at: ctx.now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends a proposal and frees the hours that are still held. */
export async function endProposal(
  ctx: Context,
  id: number,
  ending: { ending: 'withdrawn' } | { ending: 'booked'; booking_id: number },
) {
  await ctx.db
    .updateTable('proposals')
    .set({ ended_at: ctx.now.toString(), ...ending })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
  await ctx.db.deleteFrom('slot_holds').where('tenant_id', '=', ctx.tenant.id).where('proposal_id', '=', id).execute()
}

/** The hours that are held for a proposal. Lock their days and check again before using them. */
export const listHeldHours = (ctx: Context, proposalId: number) =>
  ctx.db
    .selectFrom('slot_holds')
    .innerJoin('calendars', (join) =>
      join
        .onRef('calendars.tenant_id', '=', 'slot_holds.tenant_id')
        .onRef('calendars.id', '=', 'slot_holds.calendar_id'),
    )
    .innerJoin('proposals', (join) =>
      join
        .onRef('proposals.tenant_id', '=', 'slot_holds.tenant_id')
        .onRef('proposals.id', '=', 'slot_holds.proposal_id'),
    )
    .select((eb) => [
      'slot_holds.id',
      'slot_holds.calendar_id',
      'slot_holds.visit_day',
      'slot_holds.held_until',
      eb.ref('slot_holds.visit_hour').$notNull().as('visit_hour'),
      // Only services with several calendars name one.
      sql<string>`case
        when exists (
          select from service_calendars o where o.tenant_id = proposals.tenant_id and o.service_id = proposals.service_id
        )
        then coalesce(nullif(calendars.public_name, ''), calendars.name) else '' end`.as('calendar_name'),
    ])
    .where('slot_holds.tenant_id', '=', ctx.tenant.id)
    .where('slot_holds.proposal_id', '=', proposalId)
    .where(isHeld)
    .orderBy('slot_holds.visit_day')
    .orderBy('slot_holds.visit_hour')
    .orderBy('slot_holds.id')
    .execute()

/** The proposals of a customer, merged duplicates included, that have not ended. */
export const listOpenProposals = (ctx: Context, customerId: number) =>
  proposals(ctx)
    .selectAll()
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`customer_id in (
        select c.id from customers c
        where c.tenant_id = ${ctx.tenant.id} and (c.id = ${customerId} or c.merged_into = ${customerId}))`,
    )
    .orderBy('id')
    .execute()

/** The customer of a proposal, also after a merge; undefined for an erased or a restricted one. */
export const findProposedCustomer = (ctx: Context, customerId: number) =>
  ctx.db
    .selectFrom('customers as known')
    .innerJoin('customers as main', (join) =>
      join
        .onRef('main.tenant_id', '=', 'known.tenant_id')
        .on('main.id', '=', sql<number>`coalesce(known.merged_into, known.id)`),
    )
    .select(['main.id', 'main.name', 'main.surname', 'main.email', 'main.telephone'])
    .where('known.tenant_id', '=', ctx.tenant.id)
    .where('known.id', '=', customerId)
    .where('main.erased_at', 'is', null)
    .where('main.restricted_at', 'is', null)
    .executeTakeFirst()

/** Deletes the proposals of erased customers with their held hours. */
export async function deleteProposals(ctx: Context, customerIds: number[]) {
  await ctx.db
    .deleteFrom('proposals')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .execute()
}
