import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

export type PersonField = keyof typeof RESTRICTED_PERSON

/** Condition: the customer with this id is restricted. The few restricted customers are read once per statement. */
export const isRestrictedCustomer = (
  ctx: Context,
  customerId: RawBuilder<number>,
) => sql<boolean>`${customerId} = any(array(
  select restricted.id from customers restricted
  where restricted.tenant_id = ${ctx.tenant.id} and restricted.restricted_at is not null))`

const ofBooking = (ctx: Context, table: string) =>
  isRestrictedCustomer(ctx, sql<number>`${sql.ref(`${table}.customer_id`)}`)

/** A personal field of a booking for staff. Every answer for staff that names the person of a booking uses it. */
export const shownField = (ctx: Context, field: PersonField, table = 'bookings') =>
  sql<string>`case when ${ofBooking(ctx, table)} then ${RESTRICTED_PERSON[field]} else ${sql.ref(`${table}.${field}`)} end`

/** The personal columns of a booking for staff. */
export const shownPerson = (ctx: Context) => [
  shownField(ctx, 'name').as('name'),
  shownField(ctx, 'surname').as('surname'),
  shownField(ctx, 'email').as('email'),
  shownField(ctx, 'telephone').as('telephone'),
]

/** The notes of a booking for staff. */
export const shownNotes = (ctx: Context) =>
  sql<string>`case when ${ofBooking(ctx, 'bookings')} then '' else bookings.patient_notes end`.as('patient_notes')

/** Whether the customer of a booking is restricted. */
export const isOfRestricted = (ctx: Context) => ofBooking(ctx, 'bookings').as('is_restricted')

/** SQL: the identities of restricted customers and of the duplicates merged into them. */
const restrictedIdentities = (ctx: Context, since: RawBuilder<boolean>) => sql`array(
  select r.identity from customers r where r.tenant_id = ${ctx.tenant.id} and r.restricted_at is not null and ${since}
  union all
  select d.identity from customers r join customers d on d.tenant_id = r.tenant_id and d.merged_into = r.id
  where r.tenant_id = ${ctx.tenant.id} and r.restricted_at is not null and ${since})`

/** Whether a waiting-list entry `w` is of a restricted customer. */
export const isEntryOfRestricted = (ctx: Context) =>
  sql<boolean>`w.identity = any(${restrictedIdentities(ctx, sql`true`)})`

/** Whether a waiting-list entry `w` is from before the restriction of its customer, who may join again. */
export const isRestrictedEntry = (ctx: Context) =>
  sql<boolean>`w.identity = any(${restrictedIdentities(ctx, sql`r.restricted_at >= w.consented_at`)})`

/**
 * Whether a contact request with this alias is from before the restriction of its customer: the same address, and not the
 * name of another customer who shares it. Later requests ask for an answer, so they are shown.
 */
export const isRestrictedRequest = (ctx: Context, alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`exists (
    select from customers r
    where r.tenant_id = ${ctx.tenant.id} and r.restricted_at >= ${column('consented_at')}
      and lower(r.email) = lower(${column('email')})
      and not exists (
        select from customers other
        where other.tenant_id = r.tenant_id and other.id <> r.id and other.merged_into is null
          and lower(other.email) = lower(r.email) and other.restricted_at is null
          and lower(other.name || ' ' || other.surname) = lower(${column('name')})))`
}
