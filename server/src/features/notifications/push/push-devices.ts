import { createECDH } from 'node:crypto'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { lockUser } from '../../accounts/users/users.repository.ts'
import { InvalidPushKey, UnknownPushService } from '../errors.ts'
import { isPushService } from './push-services.ts'
import { deleteOldestSubscriptions, upsertPushSubscription } from './push-subscriptions.repository.ts'

/** Max devices of a user; the oldest one is removed for a new one. */
const MAX_DEVICES = 10

type NewDevice = { endpoint: string; p256dh: string; auth: string; tokenHash: Buffer; userAgent: string }

/** Adds the device of the session. Throws 422 for an unknown push service or a key that cannot be encrypted with. */
export async function addPushDevice(ctx: StaffContext, device: NewDevice, services: string[]) {
  if (!isPushService(device.endpoint, services)) throw new UnknownPushService('endpoint')
  if (!isPublicKey(device.p256dh)) throw new InvalidPushKey('p256dh')
  await transaction(ctx, async (ctx) => {
    await lockUser(ctx, ctx.user.id)
    await upsertPushSubscription(ctx, device)
    await deleteOldestSubscriptions(ctx, MAX_DEVICES)
  })
}

/** Whether the text is a point of the curve P-256, uncompressed and in base64url. */
function isPublicKey(text: string) {
  const ownKey = createECDH('prime256v1')
  ownKey.generateKeys()
  try {
    return ownKey.computeSecret(Buffer.from(text, 'base64url')).length > 0
  } catch {
    return false
  }
}
