import * as endpoints from '@prenoto/core/notifications/push.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../plugins/endpoint-route.ts'
import { hashBearerToken } from '../../accounts/session/access-token.ts'
import { describeDevice } from '../../accounts/session/devices/describe-device.ts'
import { PushDeviceNotFound } from '../errors.ts'
import { addPushDevice } from './push-devices.ts'
import type { ReadPushKeys } from './push-keys.ts'
import {
  deletePushDevice,
  findPushCauses,
  listPushDevices,
  renewPushSubscription,
  upsertPushCauses,
} from './push-subscriptions.repository.ts'

/** Characters, as of sessions. */
const MAX_USER_AGENT = 300

type PushRoutesOptions = { readKeys: ReadPushKeys; services: string[] }

export function pushRoutes(app: FastifyInstance, { readKeys, services }: PushRoutesOptions) {
  const publicKey = async () => (await readKeys())?.publicKey ?? null
  implement(app, endpoints.readPushSettings, async (ctx, _, raw) => {
    const causes = await findPushCauses(ctx)
    const devices = await listPushDevices(ctx, hashBearerToken(raw)!)
    return {
      public_key: await publicKey(),
      causes,
      devices: devices.map(({ user_agent, ...device }) => ({ ...device, device: describeDevice(user_agent) })),
    }
  })
  implement(app, endpoints.updatePushCauses, (ctx, { body }) => upsertPushCauses(ctx, body))
  implement(app, endpoints.addPushDevice, (ctx, { body }, raw) => {
    const userAgent = (raw.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
    return addPushDevice(ctx, { ...body, tokenHash: hashBearerToken(raw)!, userAgent }, services)
  })
  implement(app, endpoints.renewPushDevice, async (ctx, { body }, raw) => ({
    is_on: await renewPushSubscription(ctx, hashBearerToken(raw)!, body.endpoint),
    public_key: await publicKey(),
  }))
  implement(app, endpoints.removePushDevice, async (ctx, { params }) => {
    if (!(await deletePushDevice(ctx, params.id))) throw new PushDeviceNotFound()
  })
}
