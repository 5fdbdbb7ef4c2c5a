import { smsParts, smsText } from '@prenoto/core/text-messages/text-message.ts'
import type { Logger } from 'pino'
import type { SmsSettings } from '../../../settings/text-channels.ts'
import { channelCaller, type Outcome, type TextChannel } from './text-channel.ts'

/** A gateway that takes an SMS as one HTTP request. It reports no deliveries. */
export function smsChannel({ method, url, headers, json, form, price }: SmsSettings, log: Logger): TextChannel {
  const call = channelCaller(log, 'sms', toOutcome)
  const sent = new Headers(headers)
  if (json !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json')
  return {
    name: 'sms',
    reportsDelivery: false,
    getCost: (content) => price * smsParts(smsText(content)),
    send(message) {
      const values = { to: message.to, digits: message.to.slice(1), text: smsText(message), id: message.ref }
      const fill = (template: string, encode = (value: string) => value) =>
        template.replaceAll(/\{(to|digits|text|id)\}/g, (_, name: keyof typeof values) => encode(values[name]))
      const body =
        form === undefined
          ? JSON.stringify(json, (_, value) => (typeof value === 'string' ? fill(value) : value))
          : new URLSearchParams(Object.entries(form).map(([name, text]) => [name, fill(text)]))
      return call(fill(url, encodeURIComponent), { method, headers: sent, body })
    },
  }
}

function toOutcome({ status }: { status: number }): Outcome {
  if (status >= 200 && status < 300) return { state: 'accepted' }
  const reason = String(status)
  if (status === 429 || status === 503) return { state: 'unavailable', reason }
  return status >= 500 ? { state: 'unknown', reason } : { state: 'refused', reason }
}
