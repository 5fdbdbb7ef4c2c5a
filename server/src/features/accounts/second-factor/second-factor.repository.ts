import { type Method, methods } from '@prenoto/core/second-factor/log-in-challenge.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

/** Serialises changes of a user's second factors until the transaction ends. */
export async function lockOwner(ctx: Context, userId: number) {
  await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
}

/** Whether the row of `users` in a query has a second factor. */
export const HAS_SECOND_FACTOR: RawBuilder<boolean> = sql<boolean>`(
  exists (select from totp_factors t where t.tenant_id = users.tenant_id and t.user_id = users.id
          and t.confirmed_at is not null)
  or exists (select from passkeys p where p.tenant_id = users.tenant_id and p.user_id = users.id)
)`

/** Whether the row of `users` in a query still has to add the second factor that its business requires. */
export const LACKS_SECOND_FACTOR: RawBuilder<boolean> = sql<boolean>`(
  exists (select from second_factor_requirements r where r.tenant_id = users.tenant_id) and not ${HAS_SECOND_FACTOR}
)`

/** The user's methods that work on a domain; undefined for a user without a second factor. */
export async function findMethods(ctx: Context, userId: number, domain: string): Promise<Method[] | undefined> {
  const user = await ctx.db
    .selectFrom('users')
    .select([
      HAS_SECOND_FACTOR.as('has_one'),
      sql<boolean>`exists (
        select from totp_factors t where t.tenant_id = users.tenant_id and t.user_id = users.id
          and t.confirmed_at is not null)`.as('totp'),
      sql<boolean>`exists (
        select from passkeys p where p.tenant_id = users.tenant_id and p.user_id = users.id
          and p.domain = ${domain})`.as('passkey'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.has_one ? methods.filter((method) => user[method]) : undefined
}

export async function hasSecondFactor(ctx: Context, userId: number): Promise<boolean> {
  const user = await ctx.db
    .selectFrom('users')
    .select(HAS_SECOND_FACTOR.as('has'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.has ?? false
}

/** Whether the user has a second factor that was added before an instant. */
export async function hasSecondFactorFromBefore(ctx: Context, userId: number, instant: Temporal.Instant) {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select from totp_factors where tenant_id = ${ctx.tenant.id} and user_id = ${userId}
            and confirmed_at < ${instant.toString()}::timestamptz)
    or exists (select from passkeys where tenant_id = ${ctx.tenant.id} and user_id = ${userId}
               and created_at < ${instant.toString()}::timestamptz) as has`.execute(ctx.db)
  return rows[0]!.has
}

export async function listUsersWithSecondFactor(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(HAS_SECOND_FACTOR)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function isSecondFactorRequired(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('second_factor_requirements')
    .select('tenant_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether that is a change. */
export async function setRequirement(ctx: Context, isRequired: boolean): Promise<boolean> {
  if (!isRequired) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('second_factor_requirements')
      .where('tenant_id', '=', ctx.tenant.id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('second_factor_requirements')
    .values({ tenant_id: ctx.tenant.id, required_at: ctx.now.toString() })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes all second factors of a user. Returns whether there was one. */
export async function deleteSecondFactors(ctx: Pick<Context, 'db' | 'tenant'>, userId: number): Promise<boolean> {
  let hadOne = false
  for (const table of [
    'totp_factors',
    'passkeys',
    'recovery_codes',
    'passkey_challenges',
    'log_in_challenges',
  ] as const) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom(table)
      .where('tenant_id', '=', ctx.tenant.id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    hadOne ||= numDeletedRows > 0n
  }
  return hadOne
}
