import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import type { TextContent } from '@prenoto/core/text-messages/text-message.ts'
import type { Logger } from 'pino'
import { outageLog } from '../../../lib/outage-log.ts'

export type TextMessage = TextContent & {
  /** Names the message to the channel, which reports it back: see `messageRef`. */
  ref: string
  /** '+393331234567' */
  to: string
}

/**
 * How an attempt ended: `accepted` by the channel; permanently `refused`; `unavailable`, which is certainly not sent; or `unknown`,
 * which may have been sent. `reason` is a code without personal data.
 */
export type Outcome =
  | { state: 'accepted' }
  | { state: 'unknown'; reason?: string }
  | { state: 'refused' | 'unavailable'; reason: string }

export type TextChannel = {
  name: TextChannelName
  /** Whether it says later what has become of a message. */
  reportsDelivery: boolean
  /** In cents. */
  getCost(content: TextContent): number
  send(message: TextMessage): Promise<Outcome>
}

/** Milliseconds; shorter than the lease of a message. */
const SEND_LIMIT = 20_000

/** The request never left: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])

/** An answer of a channel, its body as text. */
type Answer = { status: number; text: string }

/** Calls a channel and classifies failures without an answer; `toOutcome` classifies answers. Logs an outage once. */
export function channelCaller(log: Logger, name: TextChannelName, toOutcome: (answer: Answer) => Outcome) {
  const outage = outageLog(log, name)
  return async (url: string, request: RequestInit): Promise<Outcome> => {
    const outcome = await call(url, request, toOutcome)
    if (outcome.state === 'unknown') log.warn({ channel: name, reason: outcome.reason }, 'a message may have been sent')
    else if (outcome.state === 'unavailable') outage.failed(new Error(`${name} is unavailable: ${outcome.reason}`))
    else outage.works()
    return outcome
  }
}

async function call(url: string, request: RequestInit, toOutcome: (answer: Answer) => Outcome): Promise<Outcome> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the provider has set the address
    const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(SEND_LIMIT) })
    return toOutcome({ status: response.status, text: await response.text() })
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code
    return code && NOT_SENT.has(code)
      ? { state: 'unavailable', reason: code }
      : { state: 'unknown', reason: code ?? (error as Error).name }
  }
}
