import type { LinkRequest } from '@prenoto/core/session/password-link-schema.ts'
import { queueMessage } from '../../outbox/queue-message.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { findAddressee } from '../users/users.repository.ts'
import { attemptOf, type Caller, NOBODY } from './known-device.ts'
import type { LogInLimits } from './log-in-limits.ts'

/**
 * Has a link to a new password sent to whoever has an e-mail address, or had it until a change that is not confirmed. An address
 * that is nobody's queues a message to nobody, so neither the answer nor its time tells. Throws 429 after too many of these.
 */
export async function askForPasswordLink(ctx: Context, { email }: LinkRequest, caller: Caller, limits: LogInLimits) {
  const user = await findAddressee(ctx, email)
  if (!(await limits.mayAskForLink(ctx, await attemptOf(ctx, user, email, caller)))) return
  await transaction(ctx, (ctx) => queueMessage(ctx, { kind: 'password-reset', user_id: user?.id ?? NOBODY }))
}
