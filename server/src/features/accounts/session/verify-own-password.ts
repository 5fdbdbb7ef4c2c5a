import type { StaffContext } from '../../../tenants/context.ts'
import { verifyPassword } from '../users/passwords.ts'
import { findCredentials } from '../users/users.repository.ts'
import { type Caller, newAttempt } from './known-device.ts'
import type { LogInLimits } from './log-in-limits.ts'

/** Returns the hash of the user's password if it is `password`. Throws 429 after too many attempts. */
export async function verifyOwnPassword(ctx: StaffContext, password: string, caller: Caller, limits: LogInLimits) {
  const { refund } = await takeOwnAttempt(ctx, caller, limits)
  const { password_hash } = (await findCredentials(ctx, ctx.user.email)) ?? {}
  if (!password_hash || !(await verifyPassword(ctx, password_hash, password))) return undefined
  await refund()
  return password_hash
}

/** Counted apart from log-ins, so guessing in a stolen session does not block the user's log-in. Throws 429. */
export async function takeOwnAttempt(ctx: StaffContext, caller: Caller, limits: LogInLimits) {
  const attempt = await newAttempt(ctx, ctx.user, ctx.user.email, caller)
  return limits.take(ctx, { ...attempt, account: `${attempt.account}/own` })
}
