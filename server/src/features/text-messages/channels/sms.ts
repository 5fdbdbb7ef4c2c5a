import { smsParts, smsText } from '@prenoto/core/text-messages/text-message.ts'
import type { Logger } from 'pino'
import type { SmsSettings } from '../../../settings/text-channels.ts'
import { channelCaller, type Outcome, type TextChannel } from './text-channel.ts'

/** A gateway that takes an SMS as one HTTP request. It reports no deliveries. */
export function smsChannel({ url, method, headers, body, bodyFormat, price }: SmsSettings, log: Logger): TextChannel {
  const call = channelCaller(log, 'sms', toOutcome)
  return {
    name: 'sms',
    reportsDelivery: false,
    getCost: (content) => price * smsParts(smsText(content)),
    send(message) {
      const values = { to: message.to, digits: message.to.slice(1), text: smsText(message), id: message.ref }
      const filled = body === undefined ? undefined : fill(body, values, ESCAPES[bodyFormat])
      return call(fill(url, values, encodeURIComponent), { method, headers, body: filled })
    },
  }
}

type Values = { to: string; digits: string; text: string; id: string }

const ESCAPES: Record<SmsSettings['bodyFormat'], (text: string) => string> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  form: encodeURIComponent,
}

const fill = (template: string, values: Values, encode: (text: string) => string) =>
  template.replaceAll(/\{(to|digits|text|id)\}/g, (_, name: keyof Values) => encode(values[name]))

function toOutcome({ status }: { status: number }): Outcome {
  if (status >= 200 && status < 300) return { state: 'accepted' }
  const reason = String(status)
  if (status === 429 || status === 503) return { state: 'unavailable', reason }
  return status >= 500 ? { state: 'unknown' } : { state: 'refused', reason }
}
