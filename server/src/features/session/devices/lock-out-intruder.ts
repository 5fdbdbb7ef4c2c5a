import { type Context, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { deleteSessionsOf, lockUser, updateUser } from '../../users/users.repository.ts'
import { hashToken } from '../access-token.ts'
import { LinkNotFound } from '../errors.ts'
import { deleteDevicesOf } from '../known-devices.repository.ts'
import type { LogInLimits } from '../log-in-limits.ts'
import { makePasswordLink } from '../passwords/make-password-link.ts'
import { deleteDeviceLinksOf, findDeviceLinkUser } from './new-device.repository.ts'

/** The user of a link. Throws 404 for an unknown, used or expired link, 429 after too many invalid ones. */
export async function readDeviceLink(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const user = await findDeviceLinkUser(ctx, hashToken(token))
  if (user) return user
  await limits.countWrongLink(ctx, address)
  throw new LinkNotFound()
}

/**
 * Ends all sessions of the link's user and deletes the password and the known devices. Returns the path of a new password
 * link. Throws as `readDeviceLink` does.
 */
export async function lockOutIntruder(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const { id } = await readDeviceLink(ctx, token, address, limits)
  return transaction(ctx, async (ctx) => {
    const user = await lockUser(ctx, id)
    // A concurrent request may have used the link.
    if (!user || !(await findDeviceLinkUser(ctx, hashToken(token)))) throw new LinkNotFound()
    await updateUser(ctx, id, { password_hash: null })
    await deleteSessionsOf(ctx, id)
    await deleteDevicesOf(ctx, id)
    await deleteDeviceLinksOf(ctx, id)
    await recordAudit(ctx, { action: 'session.ended', actor: user, subject: { type: 'user', id } })
    const path = await makePasswordLink(ctx, id, { isMailed: false })
    return { path: path! }
  })
}
