import { foldTelephone } from '@prenoto/core/customers/match-reasons.ts'
import { type RawBuilder, sql } from 'kysely'
import { mailboxOf } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'

type Reached = { email: string; telephone: string }

/** Fewer digits are no number that anybody is reached by. */
const LEAST_DIGITS = 8

/**
 * By what somebody is known again who books under another name: the address and the number as they are typed, the mailbox that
 * it leads to, and the number without its prefix.
 */
export function contactsOf({ email, telephone }: Reached): string[] {
  const addresses = /^\S+@\S+$/.test(email) ? [email.toLowerCase(), mailboxOf(email)] : []
  const numbers = [telephone, foldTelephone(telephone)].filter((number) => number.length >= LEAST_DIGITS)
  return [...new Set([...addresses, ...numbers])]
}

/** Whether the business takes no bookings of visitors who are known by one of these. */
export const isBlocked = (ctx: Context, contacts: RawBuilder<string[]>) => sql<boolean>`exists (
  select from customers blocked
  where blocked.tenant_id = ${ctx.tenant.id} and blocked.blocked_at is not null and blocked.blocked_as && ${contacts})`

/** The same of a visitor who has just typed them. */
export const isVisitorBlocked = (ctx: Context, visitor: Reached) =>
  isBlocked(ctx, sql<string[]>`${contactsOf(visitor)}::text[]`)

/** The same, asked by itself. */
export async function findBlocked(ctx: Context, visitor: Reached): Promise<boolean> {
  const { is_blocked } = await ctx.db
    .selectNoFrom(isVisitorBlocked(ctx, visitor).as('is_blocked'))
    .executeTakeFirstOrThrow()
  return is_blocked
}
