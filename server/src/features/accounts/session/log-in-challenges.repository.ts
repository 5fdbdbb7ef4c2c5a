import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

/** Codes and passkeys that may be tried with one challenge. */
const MAX_ATTEMPTS = 5

const instant = (moment: Temporal.Instant) => sql<Temporal.Instant>`${moment.toString()}::timestamptz`

type NewChallenge = { user_id: number; token_hash: Buffer; device_hash: Buffer }

/** Also deletes the user's expired challenges. */
export async function insertChallenge(ctx: Context, challenge: NewChallenge, expiresAt: Temporal.Instant) {
  await ctx.db
    .deleteFrom('log_in_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', challenge.user_id)
    .where('expires_at', '<=', instant(ctx.now))
    .execute()
  await ctx.db
    .insertInto('log_in_challenges')
    .values({
      tenant_id: ctx.tenant.id,
      ...challenge,
      created_at: ctx.now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

type Key = { tokenHash: Buffer; deviceHash: Buffer }

/** The enabled user of a challenge; undefined if it is unknown, expired, used up or of another device. */
export function findChallengedUser(ctx: Context, { tokenHash, deviceHash }: Key) {
  return ctx.db
    .selectFrom('log_in_challenges')
    .innerJoin('users', (join) =>
      join
        .onRef('users.tenant_id', '=', 'log_in_challenges.tenant_id')
        .onRef('users.id', '=', 'log_in_challenges.user_id'),
    )
    .select(['users.id', 'users.name', 'users.surname', 'users.email', 'users.is_email_confirmed'])
    .where('log_in_challenges.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('device_hash', '=', deviceHash)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', instant(ctx.now))
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Counts an attempt before it is checked, so that concurrent ones are counted. Returns how many are left, or undefined. */
export async function takeAttempt(ctx: Context, tokenHash: Buffer): Promise<number | undefined> {
  const row = await ctx.db
    .updateTable('log_in_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returning('attempts')
    .executeTakeFirst()
  return row && MAX_ATTEMPTS - row.attempts
}

/** Returns whether the challenge still existed. */
export async function deleteChallenge(ctx: Context, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('log_in_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
