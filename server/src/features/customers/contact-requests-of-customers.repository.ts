import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { sql } from 'kysely'
import { anyId, isoInstant } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** The first word of an identity: the e-mail address, or what staff typed instead of one. */
const readAddress = (identity: string) => identity.split(' ')[0]!

const contactRequests = (ctx: Context) =>
  ctx.db
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
    .orderBy('id')

/** The contact requests under the e-mail and full name of one of these identities. */
export async function listContactRequestsOfCustomer(ctx: Context, identities: string[]) {
  const rows = await contactRequests(ctx)
    .where(sql<boolean>`lower(email) = any(${identities.map(readAddress)}::text[])`)
    .execute()
  return rows.filter(({ name, email }) => identities.includes(customerIdentity({ name, surname: '', email })))
}

/** The contact requests whose address matches a pattern: see `mailboxPattern`. */
export const listContactRequestsOfMailboxes = (ctx: Context, patterns: string[]) =>
  contactRequests(ctx).where(sql<boolean>`lower(email) ~ any(${patterns}::text[])`).execute()

export async function deleteContactRequests(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.db
    .deleteFrom('contact_requests')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}
