import type { Context } from '../../tenants/context.ts'
import type { PreviousEmail } from '../users/previous-emails.repository.ts'
import { hashToken, newToken } from './access-token.ts'
import { insertEmailLink } from './email-links.repository.ts'

/** For how long a new address can be confirmed by the link that was sent there. */
const CONFIRMABLE_HOURS = 7 * 24

type About = { user_id: number; email: string; previous_email_id: number | null; expires_at: Temporal.Instant }

/** Links made before stay good; see `makePasswordLink`, also for where the token stands. */
async function makeEmailLink(ctx: Context, page: string, about: About) {
  const token = newToken()
  await insertEmailLink(ctx, { ...about, token_hash: hashToken(token) })
  return `${page}#${token}`
}

/** The path of a link with which a user takes a previous address back, once, for as long as it is kept for them. */
export const makeRestoringLink = (ctx: Context, { id, user_id, email, reserved_until }: PreviousEmail) =>
  makeEmailLink(ctx, '/restore_email', { user_id, email, previous_email_id: id, expires_at: reserved_until })

/** The path of a link with which a user confirms their present address, within a week. */
export const makeConfirmingLink = (ctx: Context, user_id: number, email: string) =>
  makeEmailLink(ctx, '/confirm_email', {
    user_id,
    email,
    previous_email_id: null,
    expires_at: ctx.now.add({ hours: CONFIRMABLE_HOURS }),
  })
