import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'
import { requiredLine } from '../fields/text.ts'

/** Base64url of a number of bytes, without padding. */
const bytes = (count: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 8) / 6)}}$`), 'Il browser ha inviato dati non validi.'))

const pushEndpoint = requiredLine('L’indirizzo è obbligatorio.', 1000)

/** A browser's subscription at its push service: where to send, and the keys to encrypt with. */
const subscription = z.object({ endpoint: pushEndpoint, p256dh: bytes(65), auth: bytes(16) })

/** The changes of bookings that a user is notified of. */
const causes = z.object({ created: z.boolean(), moved: z.boolean(), cancelled: z.boolean() })
export type PushCauses = z.infer<typeof causes>
export type PushCause = keyof PushCauses

/** A device that receives push notifications. */
const device = z.object({
  id: z.int(),
  /** Browser and system, 'Chrome su Android'. */
  device: z.string(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  created_at: z.string(),
  /** When the push service last accepted a notification; null before the first. */
  last_sent_at: z.nullable(z.string()),
  /** Whether it belongs to the session of the request. */
  is_current: z.boolean(),
})

const settings = z.object({
  /** The VAPID key that devices subscribe with; null if the installation sends no push notifications. */
  public_key: z.nullable(z.string()),
  causes,
  devices: z.array(device),
})
export type PushSettings = z.infer<typeof settings>

export const readPushSettings = endpoint({
  method: 'GET',
  path: '/notifications/push',
  summary: 'Returns the current user’s devices with push notifications, and what they are told about',
  access: 'operator',
  right: 'bookings',
  status: 200,
  response: settings,
})

export const updatePushCauses = endpoint({
  method: 'PUT',
  path: '/notifications/push/causes',
  summary: 'Sets which changes of bookings the current user’s devices are told about',
  access: 'operator',
  right: 'bookings',
  status: 204,
  body: causes,
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/notifications/push/devices',
  summary: 'Sends push notifications to the device of the session, until the session is ended',
  access: 'operator',
  right: 'bookings',
  status: 204,
  body: subscription,
})

export const renewPushDevice = endpoint({
  method: 'PUT',
  path: '/notifications/push/devices',
  summary: 'Ties the subscription of a device to the present session; says whether it still gets push notifications',
  access: 'operator',
  right: 'bookings',
  status: 200,
  body: z.object({ endpoint: pushEndpoint }),
  response: z.object({ is_on: z.boolean(), public_key: z.nullable(z.string()) }),
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/notifications/push/devices/:id',
  summary: 'Ends the push notifications on one of the current user’s devices',
  access: 'operator',
  right: 'bookings',
  status: 204,
  params: idParams,
})
