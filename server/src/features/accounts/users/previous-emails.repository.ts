import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

const instant = (moment: Temporal.Instant) => sql<Temporal.Instant>`${moment.toString()}::timestamptz`

const previousEmails = (ctx: Context) => ctx.db.selectFrom('previous_emails').where('tenant_id', '=', ctx.tenant.id)

export type PreviousEmail = { id: number; user_id: number; email: string; reserved_until: Temporal.Instant }

/** The user's latest previous address, which counts as confirmed while the current one is not. */
export function findLastPreviousEmail(ctx: Context, userId: number): Promise<PreviousEmail | undefined> {
  return previousEmails(ctx)
    .select(['id', 'user_id', 'email', 'reserved_until'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The user's first previous address that is reserved at least until an instant. */
export function findFirstPreviousEmail(ctx: Context, userId: number, reservedUntil: Temporal.Instant) {
  return previousEmails(ctx)
    .select(['id', 'user_id', 'email'])
    .where('user_id', '=', userId)
    .where('reserved_until', '>=', instant(reservedUntil))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

type NewPreviousEmail = Omit<PreviousEmail, 'id'>

export async function insertPreviousEmail(ctx: Context, { reserved_until, ...previous }: NewPreviousEmail) {
  await ctx.db
    .insertInto('previous_emails')
    .values({
      tenant_id: ctx.tenant.id,
      ...previous,
      replaced_at: ctx.now.toString(),
      reserved_until: reserved_until.toString(),
    })
    .execute()
}

export async function extendPreviousEmail(ctx: Context, id: number, reservedUntil: Temporal.Instant) {
  await ctx.db
    .updateTable('previous_emails')
    .set({ reserved_until: reservedUntil.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Deletes an address and all later ones, with their restore links. */
export async function deletePreviousEmailsFrom(ctx: Context, { id, user_id }: Pick<PreviousEmail, 'id' | 'user_id'>) {
  await ctx.db
    .deleteFrom('previous_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', user_id)
    .where('id', '>=', id)
    .execute()
}

export async function deletePreviousEmails(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('previous_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}

const sameAddress = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`

/** Whether another user may still restore the address. */
export async function isReservedForAnother(ctx: Context, userId: number, email: string): Promise<boolean> {
  const reserved = await previousEmails(ctx)
    .select('id')
    .where(sameAddress(email))
    .where('user_id', '<>', userId)
    .where('reserved_until', '>', instant(ctx.now))
    .limit(1)
    .executeTakeFirst()
  return reserved !== undefined
}

/** Deletes the address from other users' previous ones once its reservation has expired. */
export async function deleteExpiredPreviousEmail(ctx: Context, userId: number, email: string) {
  await ctx.db
    .deleteFrom('previous_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sameAddress(email))
    .where('user_id', '<>', userId)
    .where('reserved_until', '<=', instant(ctx.now))
    .execute()
}
