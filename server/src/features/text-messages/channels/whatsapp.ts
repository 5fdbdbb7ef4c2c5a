import type { Logger } from 'pino'
import { oneLine } from '../../../outbox/clean-text.ts'
import type { WhatsAppSettings } from '../../../settings/text-channels.ts'
import { channelCaller, type Outcome, type TextChannel, type TextMessage } from './text-channel.ts'

/** WhatsApp's Cloud API of Meta: template messages, whose delivery its webhook reports. */
export function whatsAppChannel(settings: WhatsAppSettings, log: Logger): TextChannel {
  const { apiUrl, token, phoneNumberId, templates, price } = settings
  const call = channelCaller(log, 'whatsapp', toOutcome)
  return {
    name: 'whatsapp',
    reportsDelivery: true,
    getCost: () => price,
    send: (message) =>
      call(`${apiUrl}/${phoneNumberId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(toRequest(message, templates)),
      }),
  }
}

const toRequest = ({ to, ref, kind, business, when, url }: TextMessage, templates: WhatsAppSettings['templates']) => ({
  messaging_product: 'whatsapp',
  to: to.slice(1),
  type: 'template',
  template: {
    name: templates[kind],
    language: { code: 'it' },
    components: [
      { type: 'body', parameters: [business, when, url].map((text) => ({ type: 'text', text: oneLine(text) })) },
    ],
  },
  // Reports about the message repeat it.
  biz_opaque_callback_data: ref,
})

/**
 * Codes that a later attempt may not get: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. Access
 * (0, 3, 10, 190) and limits of the account belong to them, since the provider can mend them.
 */
const TEMPORARY = new Set([0, 1, 2, 3, 4, 10, 190, 80007, 130429, 131016, 131042, 131048, 131056, 131057, 133004])

function toOutcome({ status, text }: { status: number; text: string }): Outcome {
  if (status >= 200 && status < 300) return { state: 'accepted' }
  const code = parseErrorCode(text)
  if (code === undefined) return { state: status >= 500 ? 'unknown' : 'refused', reason: String(status) }
  const reason = String(code)
  return { state: TEMPORARY.has(code) || (code >= 200 && code <= 299) ? 'unavailable' : 'refused', reason }
}

function parseErrorCode(text: string): number | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } }
    return typeof error?.code === 'number' ? error.code : undefined
  } catch {
    return undefined
  }
}
