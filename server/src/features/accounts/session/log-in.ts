import type { LogIn } from '@prenoto/core/session/log-in-schema.ts'
import { unauthorizedError } from '../../../lib/errors.ts'
import { queueAttemptsNotice } from '../../../outbox/queue-message.ts'
import { type Context, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { confirmEmailOnLogIn } from '../users/change-email.ts'
import { DEMO_PASSWORD } from '../users/demo-password.ts'
import { matchesHash, queueHashing } from '../users/passwords.ts'
import { findCredentials } from '../users/users.repository.ts'
import { recordFailedLogIn } from './failed-log-in.ts'
import { type Caller, NO_USER, newAttempt } from './known-device.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { openSessionOrChallenge } from './second-step.ts'

/** The same for every reason, so that it does not reveal which accounts exist. */
const WRONG = 'Email o password non corrette.'

type LogInRules = { limits: LogInLimits; isLocal: boolean }

/**
 * Opens a session, or a challenge for a user with a second factor. Throws 401 for a wrong e-mail or password, a disabled user, or the published demo password on a server that
 * is not local; 429 after too many attempts.
 */
export async function logIn(ctx: Context, { email, password }: LogIn, caller: Caller, { limits, isLocal }: LogInRules) {
  const user = await findCredentials(ctx, email)
  const attempt = await newAttempt(ctx, user, email, caller)
  // Counted within the queue, so that the counters of a rush wait there, too.
  const verified = await queueHashing(ctx, { isStranger: !attempt.isKnown }, async () => {
    const { isLastUnknownAttempt, refund } = await limits.take(ctx, attempt)
    const isRight = await matchesHash(user?.password_hash, password)
    const isPublished = password === DEMO_PASSWORD && !isLocal
    if (user && isRight && !isPublished) {
      await refund()
      return user
    }
    await recordFailedLogIn(ctx, user, limits)
    if (isLastUnknownAttempt) await transaction(ctx, (ctx) => queueAttemptsNotice(ctx, user?.id ?? NO_USER))
    throw unauthorizedError(WRONG)
  })

  return transaction(ctx, async (ctx) => {
    const answer = await openSessionOrChallenge(ctx, verified.id, caller)
    if ('access_token' in answer) {
      await confirmEmailOnLogIn(ctx, verified)
      await recordAudit(ctx, { action: 'session.log_in', actor: verified })
    }
    return answer
  })
}
