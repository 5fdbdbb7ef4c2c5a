import { sql } from 'kysely'
import type { Row } from '../../../database/schema.ts'
import { localDateTime } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'

const shownColumns = ({ tenant }: Context) => [
  'id' as const,
  'name' as const,
  'domain' as const,
  localDateTime('created_at', tenant.time_zone).as('created_at'),
  localDateTime('last_used_at', tenant.time_zone).$castTo<string | null>().as('last_used_at'),
]

const passkeys = (ctx: Context, userId: number) =>
  ctx.db.selectFrom('passkeys').where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId)

export function listPasskeys(ctx: Context, userId: number) {
  return passkeys(ctx, userId).select(['credential_id', 'transports']).select(shownColumns(ctx)).orderBy('id').execute()
}

export const listPasskeysOn = (ctx: Context, userId: number, domain: string) =>
  passkeys(ctx, userId).select(['credential_id', 'transports']).where('domain', '=', domain).orderBy('id').execute()

export function findPasskey(
  ctx: Context,
  userId: number,
  { credentialId, domain }: { credentialId: string; domain: string },
) {
  return passkeys(ctx, userId)
    .select(['id', 'name', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

type NewPasskey = Pick<
  Row<'passkeys'>,
  'user_id' | 'name' | 'domain' | 'credential_id' | 'public_key' | 'counter' | 'transports'
>

/** Undefined if the passkey is stored already. */
export function insertPasskey(ctx: Context, passkey: NewPasskey) {
  return ctx.db
    .insertInto('passkeys')
    .values({ tenant_id: ctx.tenant.id, ...passkey, created_at: ctx.now.toString() })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'credential_id']).doNothing())
    .returning(shownColumns(ctx))
    .executeTakeFirst()
}

/** Stores a use. Returns whether the authenticator's counter has grown; one that does not count always sends 0. */
export async function countUse(ctx: Context, id: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkeys')
    .set({ counter, last_used_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), sql<boolean>`counter = 0 and ${counter} = 0`]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the deleted passkey. */
export function deletePasskey(ctx: Context, userId: number, id: number) {
  return ctx.db
    .deleteFrom('passkeys')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['id'])
    .executeTakeFirst()
}

/** Deletes the passkeys added since an instant, and open challenges. Returns the passkeys. */
export async function deletePasskeysSince(ctx: Context, userId: number, since: Temporal.Instant) {
  await ctx.db
    .deleteFrom('passkey_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
  return ctx.db
    .deleteFrom('passkeys')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .returning(['name', 'domain'])
    .execute()
}

export type ExpectedChallenge = Pick<Row<'passkey_challenges'>, 'user_id' | 'purpose' | 'domain' | 'challenge'>

/** Also deletes the user's expired challenges. */
export async function insertChallenge(ctx: Context, challenge: ExpectedChallenge, expiresAt: Temporal.Instant) {
  await ctx.db
    .deleteFrom('passkey_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', challenge.user_id)
    .where('expires_at', '<=', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .execute()
  await ctx.db
    .insertInto('passkey_challenges')
    .values({ tenant_id: ctx.tenant.id, ...challenge, expires_at: expiresAt.toString() })
    .execute()
}

/** Uses a challenge up. Returns whether it was valid for this user, purpose and domain. */
export async function takeChallenge(ctx: Context, { challenge, user_id, purpose, domain }: ExpectedChallenge) {
  const taken = await ctx.db
    .deleteFrom('passkey_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('challenge', '=', challenge)
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('domain', '=', domain)
    .where('expires_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}
