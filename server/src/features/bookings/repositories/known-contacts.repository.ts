import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

/** Whether a customer with this address has come to the business before, or has a booking that its staff have made. */
export async function isKnownContact(ctx: Context, email: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (
      select from customers c
      join bookings b on b.tenant_id = c.tenant_id and b.customer_id = coalesce(c.merged_into, c.id)
      where c.tenant_id = ${ctx.tenant.id} and lower(c.email) = lower(${email})
        and c.id in (
          select id from find_customers_matching(
            array['search_contact'], array[system.searchable_contact(${email}::text, '') || '%'], 50))
        and b.deleted_at is null
        and (b.created_by is not null
          or b.ends_at <= ${ctx.now.toString()}::timestamptz and b.attendance is distinct from 'no_show')
    ) as is_known`.execute(ctx.db)
  return rows[0]!.is_known
}

/** The contacts of a customer who is neither erased nor restricted; of a merged duplicate, those of the other customer. */
export const findContacts = (ctx: Context, customerId: number) =>
  ctx.db
    .selectFrom('customers')
    .innerJoin('customers as requested', (join) =>
      join
        .onRef('requested.tenant_id', '=', 'customers.tenant_id')
        .on('customers.id', '=', sql<number>`coalesce(requested.merged_into, requested.id)`),
    )
    .select(['customers.email', 'customers.telephone'])
    .where('customers.tenant_id', '=', ctx.tenant.id)
    .where('requested.id', '=', customerId)
    .where('customers.erased_at', 'is', null)
    .where('customers.restricted_at', 'is', null)
    .executeTakeFirst()
