import { sql } from 'kysely'
import type { Context } from '../../../../tenants/context.ts'

/** Also used by the command line, which adds no jobs. */
export type LinkContext = Omit<Context, 'jobs'>

type NewLink = { userId: number; tokenHash: Buffer; isMailed: boolean; expiresAt: Temporal.Instant }

/** Inserts a link if the user exists and can log in. Returns whether it did. */
export async function insertPasswordLink(ctx: LinkContext, { userId, tokenHash, isMailed, expiresAt }: NewLink) {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('password_links')
    .columns(['tenant_id', 'token_hash', 'user_id', 'is_mailed', 'created_at', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'tenant_id',
          sql<Buffer>`${tokenHash}::bytea`.as('token_hash'),
          'id as user_id',
          eb.val(isMailed).as('is_mailed'),
          sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`.as('created_at'),
          sql<Temporal.Instant>`${expiresAt.toString()}::timestamptz`.as('expires_at'),
        ])
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', userId)
        .where('is_disabled', '=', false)
        .where('deleted_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The user of a link; undefined for an unknown, used, revoked or expired one. */
export function findLinkedUser(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('password_links')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'password_links.tenant_id').onRef('users.id', '=', 'password_links.user_id'),
    )
    .select(['users.id', 'users.name', 'users.surname', 'users.email', 'password_links.is_mailed'])
    .where('password_links.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function deleteUserExpiredLinks(ctx: LinkContext, userId: number) {
  await ctx.db
    .deleteFrom('password_links')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('expires_at', '<=', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .execute()
}
