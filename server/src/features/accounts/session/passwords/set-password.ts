import type { PasswordSetting } from '@prenoto/core/session/password-link-schema.ts'
import { type Context, transaction } from '../../../../tenants/context.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import { confirmEmailOnLogIn } from '../../users/change-email.ts'
import { refuseCommonPassword } from '../../users/common-passwords.ts'
import { hashPassword } from '../../users/passwords.ts'
import { deleteUserSessions, lockUser, updateUser } from '../../users/users.repository.ts'
import { hashToken } from '../access-token.ts'
import { LinkNotFound } from '../errors.ts'
import type { Caller } from '../known-device.ts'
import type { LogInLimits } from '../log-in-limits.ts'
import { openSessionOrChallenge } from '../second-step.ts'
import { findLinkedUser } from './password-links.repository.ts'

/** The user of a password link. Throws 404 for an unknown, used or expired link, 429 after too many invalid ones. */
export async function readPasswordLink(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const user = await findLinkedUser(ctx, hashToken(token))
  if (user) return user
  await limits.countWrongLink(ctx, address)
  throw new LinkNotFound()
}

/**
 * Sets the password of a link's user, ends all their sessions and opens a new one, or a challenge for a user with a second
 * factor. Of two concurrent uses one wins.
 * Throws as `readPasswordLink` does, and 422 for a common password.
 */
export async function setPassword(
  ctx: Context,
  { token, new_password }: PasswordSetting,
  caller: Caller,
  limits: LogInLimits,
) {
  const { id } = await readPasswordLink(ctx, token, caller.address, limits)
  await limits.resetLinks(ctx, id)
  await refuseCommonPassword(ctx, 'new_password', new_password)

  const passwordHash = await hashPassword(ctx, new_password)
  return transaction(ctx, async (ctx) => {
    const user = await lockUser(ctx, id)
    // A concurrent request may have used this link or another one of the user.
    const link = user && (await findLinkedUser(ctx, hashToken(token)))
    if (!link) throw new LinkNotFound()
    // A trigger deletes all links of the user.
    await updateUser(ctx, id, { password_hash: passwordHash })
    await deleteUserSessions(ctx, id)
    if (link.is_mailed) await confirmEmailOnLogIn(ctx, user)
    await recordAudit(ctx, { action: 'password.set', actor: user })
    return openSessionOrChallenge(ctx, id, caller)
  })
}
