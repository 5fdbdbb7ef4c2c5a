import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** The attached domains, the canonical one first, then in order of their addition. */
export const listAttached = (ctx: Context) =>
  ctx.db
    .selectFrom('domains')
    .select(['domain', 'is_canonical', 'verified_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('is_canonical', 'desc')
    .orderBy('created_at')
    .orderBy('domain')
    .execute()

export const findAttached = (ctx: Context, domain: string) =>
  ctx.db
    .selectFrom('domains')
    .select(['domain', 'is_canonical', 'verified_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('domain', '=', domain)
    .executeTakeFirst()

/** The domains that wait for their verification. */
export const listClaims = (ctx: Context) =>
  ctx.db
    .selectFrom('domain_claims')
    .select(['domain', 'token'])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('created_at')
    .orderBy('domain')
    .execute()

export const findClaim = (ctx: Context, domain: string) =>
  ctx.db
    .selectFrom('domain_claims')
    .select(['domain', 'token'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('domain', '=', domain)
    .executeTakeFirst()

/** Serializes changes of the tenant's domains. Bookings do not wait for it. */
export const lockDomains = (ctx: Context) =>
  ctx.db.selectFrom('tenants').select('id').where('id', '=', ctx.tenant.id).forNoKeyUpdate().execute()

export const insertClaim = (ctx: Context, claim: { domain: string; token: string }) =>
  ctx.db
    .insertInto('domain_claims')
    .values({ tenant_id: ctx.tenant.id, ...claim })
    .execute()

/** Returns whether there was one. */
export async function deleteClaim(ctx: Context, domain: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('domain_claims')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function call(ctx: Context, expression: ReturnType<typeof sql<boolean>>): Promise<boolean> {
  const { rows } = await sql<{ result: boolean }>`select ${expression} as result`.execute(ctx.db)
  return rows[0]!.result
}

/** Whether any business has the domain, a suspended one too. */
export const isAttachedAnywhere = (ctx: Context, domain: string) => call(ctx, sql`is_domain_attached(${domain})`)

/** Turns a claim into a served domain. False if another business was faster. */
export const attachClaimed = (ctx: Context, domain: string) =>
  call(ctx, sql`attach_domain(${domain}, ${ctx.now.toString()}::timestamptz)`)

/** False for a domain of the provider, the canonical domain and a missing one. */
export const detach = (ctx: Context, domain: string) => call(ctx, sql`detach_domain(${domain})`)

/** False for a domain that is not attached. */
export const setCanonical = (ctx: Context, domain: string) => call(ctx, sql`choose_canonical_domain(${domain})`)
