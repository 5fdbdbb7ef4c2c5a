import { sql } from 'kysely'
import { localDateTime } from '../../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../../tenants/context.ts'
import { LACKS_SECOND_FACTOR } from '../second-factor/second-factor.repository.ts'
import { ACCOUNT_COLUMNS, WITHDRAWN_RIGHTS } from '../users/users.repository.ts'

/** A session ends after this time without use, and after `MAX_HOURS` in any case. */
const IDLE_HOURS = 12
const MAX_HOURS = 30 * 24

/** Sensitive calls need a password that was given within this time. */
const PROOF_MINUTES = 15

/** The last use is updated at most this often, so a page with many requests writes once. */
const UPDATE_INTERVAL_SECONDS = 60

type NewSession = { userId: number; tokenHash: Buffer; userAgent: string; address: string }

export async function insertSession(ctx: Context, { userId, tokenHash, userAgent, address }: NewSession) {
  const now = ctx.now.toString()
  await ctx.db
    .insertInto('sessions')
    .values({
      tenant_id: ctx.tenant.id,
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      last_used_at: now,
      user_agent: userAgent,
      address,
      proved_at: now,
    })
    .execute()
}

const before = (ctx: Context, limit: { hours: number } | { minutes: number } | { seconds: number }) =>
  sql<Temporal.Instant>`${ctx.now.subtract(limit).toString()}::timestamptz`

/** The user of a valid session. `is_last_use_outdated`: call `updateLastUse`. */
export function findUserOfSession(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'sessions.tenant_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select(ACCOUNT_COLUMNS)
    .select((eb) =>
      eb('last_used_at', '<', before(ctx, { seconds: UPDATE_INTERVAL_SECONDS })).as('is_last_use_outdated'),
    )
    .select((eb) => eb('proved_at', '>', before(ctx, { minutes: PROOF_MINUTES })).as('is_proved'))
    .select([LACKS_SECOND_FACTOR.as('lacks_second_factor'), WITHDRAWN_RIGHTS.as('withdrawn_rights')])
    .where('sessions.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '>', before(ctx, { hours: IDLE_HOURS }))
    .where('sessions.created_at', '>', before(ctx, { hours: MAX_HOURS }))
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

export async function hasProof(ctx: Context, tokenHash: Buffer): Promise<boolean> {
  const proved = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('proved_at', '>', before(ctx, { minutes: PROOF_MINUTES }))
    .executeTakeFirst()
  return proved !== undefined
}

export async function updateProof(ctx: Context, tokenHash: Buffer) {
  await ctx.db
    .updateTable('sessions')
    .set({ proved_at: ctx.now.toString() })
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

export async function deleteUserExpiredSessions(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    // Push notifications end only with a session that the user ends, or with a device that is no longer used.
    .where((eb) =>
      eb.or([
        eb('last_used_at', '<=', before(ctx, { hours: MAX_HOURS })),
        eb.not(
          eb.exists(
            eb
              .selectFrom('push_subscriptions')
              .select('push_subscriptions.id')
              .whereRef('push_subscriptions.tenant_id', '=', 'sessions.tenant_id')
              .whereRef('push_subscriptions.session_id', '=', 'sessions.id'),
          ),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('last_used_at', '<=', sql<Temporal.Instant>`${ctx.now.subtract({ hours: IDLE_HOURS }).toString()}`),
        eb('created_at', '<=', sql<Temporal.Instant>`${ctx.now.subtract({ hours: MAX_HOURS }).toString()}`),
      ]),
    )
    .execute()
}

/** The user's own valid sessions, the most recently used first. */
export function listOwnSessions(ctx: StaffContext, tokenHash: Buffer) {
  const { time_zone } = ctx.tenant
  return ctx.db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent',
      'address',
      localDateTime('created_at', time_zone).as('created_at'),
      localDateTime('last_used_at', time_zone).as('last_used_at'),
      sql<boolean>`token_hash = ${tokenHash}`.as('is_current'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ctx.user.id)
    .where('sessions.last_used_at', '>', before(ctx, { hours: IDLE_HOURS }))
    .where('sessions.created_at', '>', before(ctx, { hours: MAX_HOURS }))
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns whether the user had the session. */
export async function deleteOwnSession(ctx: StaffContext, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ctx.user.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the number of deleted sessions. */
export async function deleteOtherSessions(ctx: StaffContext, tokenHash: Buffer): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ctx.user.id)
    .where('token_hash', '!=', tokenHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
