import type { PasswordChange } from '@prenoto/core/session/profile-schema.ts'
import { type StaffContext, transaction } from '../../../../tenants/context.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import { refuseCommonPassword } from '../../users/common-passwords.ts'
import { hashPassword } from '../../users/passwords.ts'
import { deleteUserSessions, updatePasswordHash } from '../../users/users.repository.ts'
import { WrongCurrentPassword } from '../errors.ts'
import type { Caller } from '../known-device.ts'
import type { LogInLimits } from '../log-in-limits.ts'
import { openSession } from '../open-session.ts'
import { verifyOwnPassword } from '../verify-own-password.ts'

/**
 * Changes the user's own password, ends all their sessions and returns the token of a new one.
 * Throws 422 when the current password is wrong or the new one common, 429 after too many attempts.
 */
export async function changePassword(
  ctx: StaffContext,
  { current_password, new_password }: PasswordChange,
  caller: Caller,
  limits: LogInLimits,
) {
  const { id } = ctx.user
  const knownHash = await verifyOwnPassword(ctx, current_password, caller, limits)
  if (!knownHash) throw new WrongCurrentPassword('current_password')
  await refuseCommonPassword(ctx, 'new_password', new_password)

  const passwordHash = await hashPassword(ctx, new_password)
  return transaction(ctx, async (ctx) => {
    // Of two concurrent changes the first wins.
    if (!(await updatePasswordHash(ctx, id, passwordHash, knownHash)))
      throw new WrongCurrentPassword('current_password')
    await deleteUserSessions(ctx, id)
    await recordAudit(ctx, { action: 'password.changed', subject: { type: 'user', id } })
    return openSession(ctx, id, caller)
  })
}
