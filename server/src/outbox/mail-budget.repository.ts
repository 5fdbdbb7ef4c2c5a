import { sql } from 'kysely'
import type { Context } from '../tenants/context.ts'

/** Max bookings among which answers are counted. */
const MAX_COUNTED = 1_000

export type MailStanding = {
  /** Whole days since the business signed up. */
  age_days: number
  /** Mailboxes that have confirmed a visit. */
  answers: number
  /** Addresses of users that were confirmed by a link. */
  own_addresses: string[]
}

/** The facts on which the budget of e-mails depends. */
export async function findMailStanding(ctx: Context): Promise<MailStanding> {
  const { rows } = await sql<MailStanding>`
    select
      greatest(0, floor(extract(epoch from ${ctx.now.toString()}::timestamptz - coalesce(signed_up_at, created_at)) / 86400))::integer
        as age_days,
      (select count(distinct lower(email)) from (
        select email from bookings where tenant_id = tenants.id and confirmed_for is not null limit ${MAX_COUNTED}
      ) confirmed)::integer as answers,
      array(select email from users where tenant_id = tenants.id and is_email_confirmed and deleted_at is null)
        as own_addresses
    from tenants where id = ${ctx.tenant.id}`.execute(ctx.db)
  return rows[0]!
}
