import type { consentMethods } from '@prenoto/core/health-notes/health-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'

/** The latest consent of a customer, given or withdrawn, which decides. */
export function findLatestConsent(ctx: Context, customerId: number) {
  return (
    ctx.db
      .selectFrom('health_consents as consent')
      .innerJoin('users', (join) =>
        join.onRef('users.tenant_id', '=', 'consent.tenant_id').onRef('users.id', '=', 'consent.recorded_by'),
      )
      .select([
        'consent.given_on',
        'consent.method',
        localDateTime('consent.recorded_at', ctx.tenant.time_zone).as('recorded_at'),
        localDateTime('consent.withdrawn_at', ctx.tenant.time_zone).$castTo<string | null>().as('withdrawn_at'),
        sql<string>`concat_ws(' ', users.name, users.surname)`.as('recorded_by'),
      ])
      .where('consent.tenant_id', '=', ctx.tenant.id)
      .where('consent.customer_id', '=', customerId)
      // A consent of a merged duplicate may be withdrawn later than another one was given.
      .orderBy(sql`coalesce(consent.withdrawn_at, consent.recorded_at)`, 'desc')
      .orderBy('consent.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

type NewConsent = { customerId: number; given_on: PlainDate; method: (typeof consentMethods)[number] }

export async function insertConsent(ctx: StaffContext, { customerId, given_on, method }: NewConsent) {
  await ctx.db
    .insertInto('health_consents')
    .values({
      tenant_id: ctx.tenant.id,
      customer_id: customerId,
      given_on,
      method,
      recorded_at: ctx.now.toString(),
      recorded_by: ctx.user.id,
    })
    .execute()
}

/** Returns whether there was a consent to withdraw. */
export async function withdrawConsents(ctx: StaffContext, customerId: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('health_consents')
    .set({ withdrawn_at: ctx.now.toString(), withdrawn_by: ctx.user.id })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', customerId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function listCustomerConsents(ctx: Context, customerIds: number[]) {
  return ctx.db
    .selectFrom('health_consents')
    .select([
      'given_on',
      'method',
      isoInstant('recorded_at').$notNull().as('recorded_at'),
      isoInstant('withdrawn_at').as('withdrawn_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .orderBy('id')
    .execute()
}
