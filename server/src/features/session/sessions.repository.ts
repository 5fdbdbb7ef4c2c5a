import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { ACCOUNT_COLUMNS } from '../users/users.repository.ts'

/** A session ends when nobody used it for so long, and in any case some time after the log-in. */
const IDLE_HOURS = 12
const LONGEST_HOURS = 30 * 24

/** A use is noted at most this often: a page of many calls is one write. */
const NOTED_EVERY_SECONDS = 60

export async function insertSession(ctx: Context, userId: number, tokenHash: Buffer) {
  const now = ctx.now.toString()
  await ctx.db
    .insertInto('sessions')
    .values({
      tenant_id: ctx.tenant.id,
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      last_used_at: now,
    })
    .execute()
}

/** The user of a session that has neither expired nor been revoked, and whether its use should be noted. */
export function findUserOfSession(ctx: Context, tokenHash: Buffer) {
  const before = (limit: { hours: number } | { seconds: number }) =>
    sql<Temporal.Instant>`${ctx.now.subtract(limit).toString()}::timestamptz`
  return ctx.db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'sessions.tenant_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select(ACCOUNT_COLUMNS)
    .select((eb) => eb('last_used_at', '<', before({ seconds: NOTED_EVERY_SECONDS })).as('is_use_worth_noting'))
    .where('sessions.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '>', before({ hours: IDLE_HOURS }))
    .where('sessions.created_at', '>', before({ hours: LONGEST_HOURS }))
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateLastUse(ctx: Context, tokenHash: Buffer) {
  await ctx.db
    .updateTable('sessions')
    .set({ last_used_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSession(ctx: Context, tokenHash: Buffer) {
  await ctx.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Forgets the sessions of a user that have expired anyway. */
export async function deleteExpiredSessionsOf(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('last_used_at', '<=', sql<Temporal.Instant>`${ctx.now.subtract({ hours: IDLE_HOURS }).toString()}`),
        eb('created_at', '<=', sql<Temporal.Instant>`${ctx.now.subtract({ hours: LONGEST_HOURS }).toString()}`),
      ]),
    )
    .execute()
}
