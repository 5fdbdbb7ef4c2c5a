import type { PasswordChange } from '@prenoto/core/session/profile-schema.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { refuseCommonPassword } from '../users/common-passwords.ts'
import { hashPassword, verifyPassword } from '../users/passwords.ts'
import { deleteSessionsOf, findCredentials, updatePasswordHash } from '../users/users.repository.ts'
import { hashToken, newToken } from './access-token.ts'
import { WrongCurrentPassword } from './errors.ts'
import { type Caller, newAttempt, rememberDevice } from './known-device.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { insertSession } from './sessions.repository.ts'

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
  const { id, email } = ctx.user
  // Counted apart from log-ins, so guessing in a stolen session does not block the user's log-in.
  const attempt = await newAttempt(ctx, ctx.user, email, caller)
  const { refund } = await limits.take(ctx, { ...attempt, account: `${attempt.account}/own` })
  const credentials = await findCredentials(ctx, email)
  if (!(await verifyPassword(credentials?.password_hash, current_password)))
    throw new WrongCurrentPassword('current_password')
  await refund()
  await refuseCommonPassword('new_password', new_password)

  const passwordHash = await hashPassword(new_password)
  const token = newToken()
  await transaction(ctx, async (ctx) => {
    // Of two concurrent changes the first wins.
    if (!(await updatePasswordHash(ctx, id, passwordHash, credentials!.password_hash)))
      throw new WrongCurrentPassword('current_password')
    await deleteSessionsOf(ctx, id)
    await insertSession(ctx, id, hashToken(token))
    await rememberDevice(ctx, id, caller)
  })
  return { access_token: token }
}
