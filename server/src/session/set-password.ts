import type { PasswordSetting } from '@prenoto/core/session/password-link-schema.ts'
import { type Context, transaction } from '../context.ts'
import { notFound } from '../errors.ts'
import { lockUser, updateUser } from '../users/users.repository.ts'
import { hashToken, newToken } from './access-token.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { findLinkedUser } from './password-links.repository.ts'
import { hashPassword } from './passwords.ts'
import { deleteSessionsOf, insertSession } from './sessions.repository.ts'

const VOID = 'Il link non è più valido: è scaduto oppure è già stato usato.'

/** Whose password a link sets. Throws 404 for one that is unknown, used or too old; 429 after too many of these. */
export async function readPasswordLink(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const giveBack = await limits.takeOfAddress(ctx, address)
  const user = await findLinkedUser(ctx, hashToken(token))
  if (!user) throw notFound(VOID)
  await giveBack()
  return user
}

/**
 * Sets the password of the user a link was made for, ends all their sessions and opens a new one. Of two uses at once
 * one wins. Throws as `readPasswordLink` does.
 */
export async function setPassword(
  ctx: Context,
  { token, new_password }: PasswordSetting,
  address: string,
  limits: LogInLimits,
) {
  const { id } = await readPasswordLink(ctx, token, address, limits)

  const passwordHash = await hashPassword(new_password)
  const accessToken = newToken()
  await transaction(ctx, async (ctx) => {
    await lockUser(ctx, id)
    // Whoever had the user before may have used this link, or another one.
    if (!(await findLinkedUser(ctx, hashToken(token)))) throw notFound(VOID)
    // The database voids every link of the user with this.
    await updateUser(ctx, id, { password_hash: passwordHash })
    await deleteSessionsOf(ctx, id)
    await insertSession(ctx, id, hashToken(accessToken))
  })
  return { access_token: accessToken }
}
