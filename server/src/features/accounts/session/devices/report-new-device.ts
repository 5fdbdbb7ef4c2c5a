import { queueMessages } from '../../../../outbox/queue-message.ts'
import type { Context } from '../../../../tenants/context.ts'
import { lockUser } from '../../users/users.repository.ts'
import { hashToken, newToken } from '../access-token.ts'
import { type Caller, isNewDevice } from '../known-device.ts'
import {
  countRecentNewDevices,
  insertDeviceLink,
  insertNewDeviceLogIn,
  type NewDeviceLogIn,
} from './new-device.repository.ts'

/** A person with the password and many devices cannot flood the mailbox. */
const MAX_PER_DAY = 5

const LINK_HOURS = 7 * 24

/**
 * Queues an e-mail about a log-in on a new device. Call it in the transaction of the log-in, before other statements that
 * lock the user.
 */
export async function reportNewDevice(ctx: Context, userId: number, caller: Caller) {
  if (!(await isNewDevice(ctx, userId, caller))) return
  await lockUser(ctx, userId)
  if ((await countRecentNewDevices(ctx, userId, 24)) >= MAX_PER_DAY) return
  const record_id = await insertNewDeviceLogIn(ctx, userId, caller)
  await queueMessages(ctx, [{ kind: 'new-device', record_id }])
}

/** The path of a one-time link that locks out an intruder, valid for a week. Earlier links stay valid. */
export async function makeDeviceLink(ctx: Context, logIn: NewDeviceLogIn) {
  const token = newToken()
  await insertDeviceLink(ctx, { logIn, tokenHash: hashToken(token), expiresAt: ctx.now.add({ hours: LINK_HOURS }) })
  return `/not_me#${token}`
}
