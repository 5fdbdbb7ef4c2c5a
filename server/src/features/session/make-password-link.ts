import { hashToken, newToken } from './access-token.ts'
import { deleteExpiredLinksOf, insertPasswordLink, type LinkContext } from './password-links.repository.ts'

const VALID_HOURS = 24

/**
 * The path of a link with which a user chooses a password, once and within a day. Undefined for somebody who cannot
 * log in. Links made before stay good: mails overtake each other, and nobody shall void another's by asking.
 * `isMailed`: whether it goes to their e-mail address alone. The token stands in the fragment, which no server, log or referrer ever sees.
 */
export async function makePasswordLink(
  ctx: LinkContext,
  userId: number,
  { isMailed }: { isMailed: boolean },
): Promise<string | undefined> {
  const token = newToken()
  await deleteExpiredLinksOf(ctx, userId)
  const expiresAt = ctx.now.add({ hours: VALID_HOURS })
  const isMade = await insertPasswordLink(ctx, { userId, tokenHash: hashToken(token), isMailed, expiresAt })
  return isMade ? `/set_password#${token}` : undefined
}
