import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { type RawBuilder, sql } from 'kysely'
import { toMailbox } from '../../../outbox/mailbox.ts'
import type { Context } from '../../../tenants/context.ts'

type Contact = { email: string; telephone: string }

/** Shorter numbers are not matched. */
const MIN_DIGITS = 8

/** Recognises a contact under another name: e-mail address, mailbox, and telephone with and without prefix. */
export function contactKeys({ email, telephone }: Contact): string[] {
  const addresses = /^\S+@\S+$/.test(email) ? [email.toLowerCase(), toMailbox(email)] : []
  const numbers = [telephone, nationalNumber(telephone)].filter((number) => number.length >= MIN_DIGITS)
  return [...new Set([...addresses, ...numbers])]
}

/** Whether the business has blocked a customer with one of these contacts. */
export const isBlocked = (ctx: Context, contacts: RawBuilder<string[]>) => sql<boolean>`exists (
  select from customers blocked
  where blocked.tenant_id = ${ctx.tenant.id} and blocked.blocked_at is not null and blocked.blocked_as && ${contacts})`

/** Whether a visitor with these contacts is blocked. */
export const isVisitorBlocked = (ctx: Context, visitor: Contact) =>
  isBlocked(ctx, sql<string[]>`${contactKeys(visitor)}::text[]`)

export async function findBlocked(ctx: Context, visitor: Contact): Promise<boolean> {
  const { is_blocked } = await ctx.db
    .selectNoFrom(isVisitorBlocked(ctx, visitor).as('is_blocked'))
    .executeTakeFirstOrThrow()
  return is_blocked
}
