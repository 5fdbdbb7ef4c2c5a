import type { LockOutEffect } from '@prenoto/core/session/lock-out-effects.ts'
import { queueMessages } from '../../../../outbox/queue-message.ts'
import { type Context, transaction } from '../../../../tenants/context.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import { deleteKeysSince } from '../../api-keys/api-keys.repository.ts'
import { removeAddedSince } from '../../second-factor/remove-added-since.ts'
import { restoreEmailFrom, withFreeEmail } from '../../users/change-email.ts'
import { deleteUserSessions, lockUser, updateUser } from '../../users/users.repository.ts'
import { hashToken } from '../access-token.ts'
import { LinkNotFound } from '../errors.ts'
import { deleteUserDevices } from '../known-devices.repository.ts'
import type { LogInLimits } from '../log-in-limits.ts'
import { makePasswordLink } from '../passwords/make-password-link.ts'
import { deleteDeviceLinksSince, findDeviceLinkUser, storeEffects } from './new-device.repository.ts'

/** The user of a link. Throws 404 for an unknown, used or expired link, 429 after too many invalid ones. */
export async function readDeviceLink(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const user = await findDeviceLinkUser(ctx, hashToken(token))
  if (user) return user
  await limits.countWrongLink(ctx, address)
  throw new LinkNotFound()
}

/**
 * Ends all sessions of the link's user, deletes the password and the known devices, and undoes changes of e-mail, second
 * factors and API keys since the log-in of the link. Returns what it undid and the path of a new password link. Throws as
 * `readDeviceLink` does.
 */
export async function lockOutIntruder(ctx: Context, token: string, address: string, limits: LogInLimits) {
  const { id } = await readDeviceLink(ctx, token, address, limits)
  return withFreeEmail(
    transaction(ctx, async (ctx) => {
      const user = await lockUser(ctx, id)
      // A concurrent request may have used the link.
      const link = user && (await findDeviceLinkUser(ctx, hashToken(token)))
      if (!link) throw new LinkNotFound()
      await updateUser(ctx, id, { password_hash: null })
      await deleteUserSessions(ctx, id)
      await deleteUserDevices(ctx, id)
      // The link of an earlier log-in undoes more.
      await deleteDeviceLinksSince(ctx, id, link.logged_in_at)
      await recordAudit(ctx, { action: 'session.ended', actor: user, subject: { type: 'user', id } })

      const effects = await undoChanges(ctx, user, {
        since: link.logged_in_at,
        hadSecondFactor: link.had_second_factor,
      })
      await storeEffects(ctx, link.log_in_id, effects)
      await queueMessages(ctx, [{ kind: 'intruder-locked-out', record_id: link.log_in_id }])
      const path = await makePasswordLink(ctx, id, { isMailed: false })
      return { path: path!, effects }
    }),
  )
}

type User = { id: number; name: string; surname: string; email: string }

async function undoChanges(ctx: Context, user: User, logIn: { since: Temporal.Instant; hadSecondFactor: boolean }) {
  const effects: LockOutEffect[] = []
  const email = await restoreEmailFrom(ctx, user.id, logIn.since)
  if (email !== undefined) {
    effects.push('email')
    const subject = { type: 'user' as const, id: user.id }
    const changes = { before: { email: user.email }, after: { email } }
    await recordAudit(ctx, { action: 'user.email_restored', actor: user, subject, ...changes })
  }
  for (const { id, name } of await deleteKeysSince(ctx, user.id, logIn.since)) {
    if (!effects.includes('api_keys')) effects.push('api_keys')
    const subject = { type: 'api_key' as const, id }
    await recordAudit(ctx, { action: 'api_key.revoked', actor: user, subject, before: { name } })
  }
  return [...effects, ...(await removeAddedSince(ctx, user, logIn))]
}
