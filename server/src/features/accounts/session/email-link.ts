import type { EmailConfirmation, EmailLink } from '@prenoto/core/session/email-link-schema.ts'
import { type Context, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { restorePreviousEmail, withFreeEmail } from '../users/change-email.ts'
import { verifyPassword } from '../users/passwords.ts'
import { deleteUserSessions, lockUser, updateUser } from '../users/users.repository.ts'
import { hashToken } from './access-token.ts'
import { deleteConfirmationLinks, findEmailLink } from './email-links.repository.ts'
import { LinkNotFound, WrongPassword } from './errors.ts'
import { type Caller, newAttempt } from './known-device.ts'
import { deleteUserDevices } from './known-devices.repository.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { makePasswordLink } from './passwords/make-password-link.ts'

type Purpose = EmailLink['purpose']

async function findLink(ctx: Context, token: string) {
  const link = await findEmailLink(ctx, hashToken(token))
  return link && { ...link, purpose: (link.previous_email_id === null ? 'confirm' : 'restore') as Purpose }
}

/** Reads the purpose of a link. Throws 404 for an unknown, used, revoked or expired link, 429 after too many invalid ones. */
export async function readEmailLink(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const link = await findLink(ctx, token)
  if (link) return link
  await limits.countWrongLink(ctx, address)
  throw new LinkNotFound()
}

/**
 * Confirms the address that a link was sent to. Also requires the password, because the address may be mistyped or set by a
 * thief of the session. Throws as `readEmailLink` does, and 422 for a wrong password.
 */
export async function confirmEmail(
  ctx: Context,
  { token, password }: EmailConfirmation,
  caller: Caller,
  limits: LogInLimits,
) {
  const link = await readEmailLink(ctx, token, caller.address, limits)
  if (link.purpose !== 'confirm') throw new LinkNotFound()
  const { refund } = await limits.take(ctx, await newAttempt(ctx, { id: link.user_id }, link.email, caller))
  if (!(await verifyPassword(ctx, link.password_hash, password))) throw new WrongPassword('password')
  await refund()

  await transaction(ctx, async (ctx) => {
    await lockUser(ctx, link.user_id)
    if (!(await findLink(ctx, token))) throw new LinkNotFound()
    await updateUser(ctx, link.user_id, { is_email_confirmed: true })
    await deleteConfirmationLinks(ctx, link.user_id)
    await recordLinkUse(ctx, 'user.email_confirmed', link)
  })
}

/**
 * Restores a user's previous address and locks out an intruder: ends all sessions and deletes the password and later addresses.
 * Returns the path of a new password link. Throws as `readEmailLink` does.
 */
export async function restoreEmail(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const { user_id } = await readEmailLink(ctx, token, address, limits)
  return withFreeEmail(
    transaction(ctx, async (ctx) => {
      await lockUser(ctx, user_id)
      const link = await findLink(ctx, token)
      if (!link || link.previous_email_id === null) throw new LinkNotFound()

      await restorePreviousEmail(ctx, { id: link.previous_email_id, user_id, email: link.email })
      await updateUser(ctx, user_id, { password_hash: null })
      await deleteUserSessions(ctx, user_id)
      await deleteUserDevices(ctx, user_id)
      await recordLinkUse(ctx, 'user.email_restored', link)
      const path = await makePasswordLink(ctx, user_id, { isMailed: false })
      return { path: path! }
    }),
  )
}

type Linked = { user_id: number; name: string; surname: string }

const recordLinkUse = (
  ctx: Context,
  action: 'user.email_confirmed' | 'user.email_restored',
  { user_id: id, name, surname }: Linked,
) => recordAudit(ctx, { action, actor: { id, name, surname }, subject: { type: 'user', id } })
