import type { LinkRequest } from '@prenoto/core/session/password-link-schema.ts'
import { type Context, transaction } from '../context.ts'
import { queueMessage } from '../mail/queue-message.ts'
import { findCredentials } from '../users/users.repository.ts'
import type { LogInLimits } from './log-in-limits.ts'

/** No user has this id. */
const NOBODY = 0

/**
 * Has a link to a new password sent to whoever has an e-mail address. An address that is nobody's queues a message to
 * nobody, so neither the answer nor its time tells. Throws 429 after too many of these.
 */
export async function askForPasswordLink(ctx: Context, { email }: LinkRequest, address: string, limits: LogInLimits) {
  if (!(await limits.mayAskForLink(ctx, { email, address }))) return
  const user = await findCredentials(ctx, email)
  await transaction(ctx, (ctx) => queueMessage(ctx, { kind: 'password-reset', user_id: user?.id ?? NOBODY }))
}
