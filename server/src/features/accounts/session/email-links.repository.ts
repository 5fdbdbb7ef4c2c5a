import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

type NewLink = {
  user_id: number
  email: string
  /** The address to restore; null for a confirmation link. */
  previous_email_id: number | null
  token_hash: Buffer
  expires_at: Temporal.Instant
}

export async function insertEmailLink(ctx: Context, { expires_at, ...link }: NewLink) {
  await ctx.db
    .insertInto('email_links')
    .values({
      tenant_id: ctx.tenant.id,
      ...link,
      created_at: ctx.now.toString(),
      expires_at: expires_at.toString(),
    })
    .execute()
}

/**
 * A link with its user; undefined for an unknown, used, revoked or expired one. A confirmation link is valid while its address
 * is the user's and unconfirmed.
 */
export function findEmailLink(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('email_links')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'email_links.tenant_id').onRef('users.id', '=', 'email_links.user_id'),
    )
    .select([
      'email_links.user_id',
      'users.name',
      'users.surname',
      'email_links.previous_email_id',
      'email_links.email',
      'users.email as present_email',
      'users.password_hash',
    ])
    .where('email_links.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('previous_email_id', 'is not', null),
        eb.and([
          eb('is_email_confirmed', '=', false),
          eb(eb.fn<string>('lower', ['email_links.email']), '=', eb.fn<string>('lower', ['users.email'])),
        ]),
      ]),
    )
    .executeTakeFirst()
}

export async function deleteConfirmationLinks(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('email_links')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('previous_email_id', 'is', null)
    .execute()
}
