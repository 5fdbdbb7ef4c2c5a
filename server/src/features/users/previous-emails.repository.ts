import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

const instant = (moment: Temporal.Instant) => sql<Temporal.Instant>`${moment.toString()}::timestamptz`

const formerEmails = (ctx: Context) => ctx.db.selectFrom('former_emails').where('tenant_id', '=', ctx.tenant.id)

export type FormerEmail = { id: number; user_id: number; email: string; kept_until: Temporal.Instant }

/** The address that was a user's last before the present one. While that is not confirmed, this one is believed. */
export function findLastFormerEmail(ctx: Context, userId: number): Promise<FormerEmail | undefined> {
  return formerEmails(ctx)
    .select(['id', 'user_id', 'email', 'kept_until'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewFormerEmail = Omit<FormerEmail, 'id'>

export async function insertFormerEmail(ctx: Context, { kept_until, ...former }: NewFormerEmail) {
  await ctx.db
    .insertInto('former_emails')
    .values({
      tenant_id: ctx.tenant.id,
      ...former,
      replaced_at: ctx.now.toString(),
      kept_until: kept_until.toString(),
    })
    .execute()
}

/** Keeps an address for somebody until then. */
export async function extendFormerEmail(ctx: Context, id: number, keptUntil: Temporal.Instant) {
  await ctx.db
    .updateTable('former_emails')
    .set({ kept_until: keptUntil.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Forgets an address and those that came after it, with the links that would take them back. */
export async function deleteFormerEmailsFrom(ctx: Context, { id, user_id }: Pick<FormerEmail, 'id' | 'user_id'>) {
  await ctx.db
    .deleteFrom('former_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', user_id)
    .where('id', '>=', id)
    .execute()
}

export async function deleteFormerEmailsOf(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('former_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}

const sameAddress = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`

/** Whether an address is kept for another user, who may take it back. */
export async function isKeptForAnother(ctx: Context, userId: number, email: string): Promise<boolean> {
  const kept = await formerEmails(ctx)
    .select('id')
    .where(sameAddress(email))
    .where('user_id', '<>', userId)
    .where('kept_until', '>', instant(ctx.now))
    .limit(1)
    .executeTakeFirst()
  return kept !== undefined
}

/** An address that is no longer kept for others is theirs no more. */
export async function deleteOutdatedFormerEmail(ctx: Context, userId: number, email: string) {
  await ctx.db
    .deleteFrom('former_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sameAddress(email))
    .where('user_id', '<>', userId)
    .where('kept_until', '<=', instant(ctx.now))
    .execute()
}
