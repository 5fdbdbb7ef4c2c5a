import { hashToken, newToken } from '../access-token.ts'
import { deleteUserExpiredLinks, insertPasswordLink, type LinkContext } from './password-links.repository.ts'

const VALID_HOURS = 24

/**
 * The path of a one-time link to choose a password, valid for a day; undefined for a user who cannot log in. Earlier links stay
 * valid, since e-mails may arrive out of order. `isMailed`: sent only to the user's e-mail address.
 * The token is in the fragment, which servers, logs and referrers never see.
 */
export async function makePasswordLink(
  ctx: LinkContext,
  userId: number,
  { isMailed }: { isMailed: boolean },
): Promise<string | undefined> {
  const token = newToken()
  await deleteUserExpiredLinks(ctx, userId)
  const expiresAt = ctx.now.add({ hours: VALID_HOURS })
  const isInserted = await insertPasswordLink(ctx, { userId, tokenHash: hashToken(token), isMailed, expiresAt })
  return isInserted ? `/set_password#${token}` : undefined
}
