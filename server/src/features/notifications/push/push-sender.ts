import webPush from 'web-push'
import { AddressRefused, type Outgoing } from '../../../lib/outgoing/outgoing.ts'
import { LastingFailure } from '../../../queue/queue.ts'
import type { PushKeys } from './push-keys.ts'
import { isPushService } from './push-services.ts'
import type { DuePush } from './push-subscriptions.repository.ts'

/** Milliseconds. */
const TIMEOUT = 10_000

/** `ttl`: seconds for which the push service keeps it; a later message with the same `topic` replaces it there. */
export type PushMessage = { payload: object; ttl: number; topic: string }

export type PushSettings = {
  /** Origins of push services beyond the known ones. */
  services: string[]
  /** For the push services to complain to. */
  contact: string
  outgoing: Pick<Outgoing, 'send'>
}

/** The subscription has ended at the push service. */
const GONE = [404, 410]

/** Seconds: the shortest and the longest delay that a push service gets. After a day the message does not apply any more. */
const MIN_DELAY = 60
const MAX_DELAY = 24 * 3600

/** The push service takes the message in `seconds` at the earliest. */
export class PushDeferred extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super('the push service takes the message later')
    this.seconds = seconds
  }
}

/** Answers that a repetition within minutes may change. */
const isTemporary = (status: number) => status === 429 || status >= 500

/**
 * Encrypts a message and hands it to the push service. Returns false if that no longer knows the subscription. Throws
 * PushDeferred if it names a time for the next attempt, and a LastingFailure if it refuses the message.
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Pick<DuePush, 'endpoint' | 'p256dh' | 'auth'>,
  { payload, ttl, topic }: PushMessage,
  { keys, services, contact, outgoing }: PushSettings & { keys: PushKeys },
): Promise<boolean> {
  if (!isPushService(endpoint, services)) throw new LastingFailure('the push service is not allowed')
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    { vapidDetails: { subject: `mailto:${contact}`, ...keys }, TTL: ttl, urgency: 'high', topic },
  )
  const response = await outgoing
    .send({
      url: endpoint,
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body!,
      timeout: TIMEOUT,
    })
    .catch((error) => {
      throw error instanceof AddressRefused ? new LastingFailure(error.message) : error
    })
  if (GONE.includes(response.status)) return false
  if (response.status >= 200 && response.status < 300) return true
  const reason = `the push service answers ${response.status}`
  if (!isTemporary(response.status)) throw new LastingFailure(reason)
  const seconds = secondsIn(response.headers['retry-after'])
  throw seconds === undefined ? new Error(reason) : new PushDeferred(seconds)
}

/** The delay of a `Retry-After`, a number of seconds or a date (RFC 9110, 10.2.3). Undefined for any other text. */
function secondsIn(retryAfter: string | undefined) {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.ceil(Math.min(Math.max(seconds, MIN_DELAY), MAX_DELAY))
}
