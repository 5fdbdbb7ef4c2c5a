import type { LinkRequest } from '@prenoto/core/session/forgot-password.endpoints.ts'
import { queueMessage } from '../../../../outbox/queue-message.ts'
import { type Context, transaction } from '../../../../tenants/context.ts'
import { findPasswordLinkUser } from '../../users/users.repository.ts'
import { type Caller, NO_USER, newAttempt } from '../known-device.ts'
import type { LogInLimits } from '../log-in-limits.ts'

/**
 * Sends a password link to the user with this e-mail address, or with it before an unconfirmed change. An unknown address
 * queues a message to no user, so response and timing reveal nothing. Throws 429 after too many requests.
 */
export async function requestPasswordLink(ctx: Context, { email }: LinkRequest, caller: Caller, limits: LogInLimits) {
  const user = await findPasswordLinkUser(ctx, email)
  if (!(await limits.mayRequestLink(ctx, await newAttempt(ctx, user, email, caller)))) return
  await transaction(ctx, (ctx) => queueMessage(ctx, { kind: 'password-reset', user_id: user?.id ?? NO_USER }))
}
