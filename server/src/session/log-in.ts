import type { LogIn } from '@prenoto/core/session/log-in-schema.ts'
import { type Context, transaction } from '../context.ts'
import { unauthorized } from '../errors.ts'
import { findCredentials } from '../users/users.repository.ts'
import { hashToken, newToken } from './access-token.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { verifyPassword } from './passwords.ts'
import { deleteExpiredSessionsOf, insertSession } from './sessions.repository.ts'

/** One sentence for every reason, so that it gives none away. */
const WRONG = 'Email o password non corrette.'

/** Opens a session. Throws 401 for a wrong e-mail or password, or a disabled user; 429 after too many of these. */
export async function logIn(ctx: Context, { email, password }: LogIn, address: string, limits: LogInLimits) {
  const giveBack = await limits.take(ctx, { email, address })

  const user = await findCredentials(ctx, email)
  const isRight = await verifyPassword(user?.password_hash, password)
  if (!user || !isRight) throw unauthorized(WRONG)

  await giveBack()
  const token = newToken()
  await transaction(ctx, async (ctx) => {
    await deleteExpiredSessionsOf(ctx, user.id)
    await insertSession(ctx, user.id, hashToken(token))
  })
  return { access_token: token }
}
