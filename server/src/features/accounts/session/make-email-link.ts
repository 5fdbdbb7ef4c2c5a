import type { Context } from '../../../tenants/context.ts'
import type { PreviousEmail } from '../users/previous-emails.repository.ts'
import { hashToken, newToken } from './access-token.ts'
import { insertEmailLink } from './email-links.repository.ts'

/** Validity of a confirmation link. */
const CONFIRMABLE_HOURS = 7 * 24

type LinkFields = { user_id: number; email: string; previous_email_id: number | null; expires_at: Temporal.Instant }

/** Earlier links stay valid; see `makePasswordLink`, also about the fragment. */
async function makeEmailLink(ctx: Context, page: string, fields: LinkFields) {
  const token = newToken()
  await insertEmailLink(ctx, { ...fields, token_hash: hashToken(token) })
  return `${page}#${token}`
}

/** The path of a one-time link that restores a previous address, valid while the address is reserved. */
export const makeRestoreEmailLink = (ctx: Context, { id, user_id, email, reserved_until }: PreviousEmail) =>
  makeEmailLink(ctx, '/restore_email', { user_id, email, previous_email_id: id, expires_at: reserved_until })

/** The path of a link that confirms the current address, valid for a week. */
export const makeConfirmEmailLink = (ctx: Context, user_id: number, email: string) =>
  makeEmailLink(ctx, '/confirm_email', {
    user_id,
    email,
    previous_email_id: null,
    expires_at: ctx.now.add({ hours: CONFIRMABLE_HOURS }),
  })
