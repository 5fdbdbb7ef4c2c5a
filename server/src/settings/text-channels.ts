import { readFileSync } from 'node:fs'
import type { TextKind } from '@prenoto/core/text-messages/text-message.ts'
import * as z from 'zod/mini'
import { areSet, parsed } from './variables.ts'

const cents = z.coerce
  .number('use a number of cents')
  .check(z.minimum(0, 'use 0 or more cents'), z.maximum(1_000, 'use 1000 cents at most'))

const templateName = z.string().check(z.regex(/^[a-z0-9_]{1,512}$/, 'use the name of a template of WhatsApp'))

const webAddress = z.string().check(z.regex(/^https?:\/\/[^/]/, 'use an address such as https://gateway.example/send'))

const EXAMPLE = '{"url":"https://gateway.example/sms","json":{"to":"{to}","text":"{text}"}}'

const headers = z
  .record(z.string(), z.string('use texts'), 'use an object of texts')
  .check(z.refine(isValidHeaders, 'use names and values that HTTP allows'))

function isValidHeaders(headers: Record<string, string>) {
  try {
    return Boolean(new Headers(headers))
  } catch {
    return false
  }
}

/** The request that sends an SMS: JSON, or the path of a file with it. Placeholders: {to}, {digits}, {text} and {id}. */
const smsRequest = z.pipe(
  parsed(readJson, `use JSON such as ${EXAMPLE}, or the path of a file with it`),
  z
    .strictObject(
      {
        method: z._default(z.enum(['POST', 'PUT', 'GET'], 'use POST, PUT or GET'), 'POST'),
        url: webAddress,
        headers: z._default(headers, {}),
        json: z.optional(z.unknown()),
        form: z.optional(z.record(z.string(), z.string('use texts'), 'use an object of texts')),
      },
      'use an object with url, json or form, method and headers',
    )
    .check(
      z.refine(({ json, form }) => json === undefined || form === undefined, 'use either json or form'),
      z.refine(({ method, json, form }) => method !== 'GET' || !(json ?? form), 'GET has neither json nor form'),
      z.refine(({ url, json, form }) => {
        const template = JSON.stringify([url, json, form])
        return /\{(to|digits)\}/.test(template) && template.includes('{text}')
      }, 'needs {to} or {digits}, and {text}'),
    ),
)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('{') ? text : readFileSync(text, 'utf8'))
  } catch {
    return undefined
  }
}

/** The variables of WhatsApp and SMS. */
export const textChannelVariables = {
  WHATSAPP_TOKEN: z.optional(z.string()),
  WHATSAPP_PHONE_NUMBER_ID: z.optional(z.string().check(z.regex(/^\d+$/, 'use the digits of the id'))),
  WHATSAPP_APP_SECRET: z.optional(z.string()),
  WHATSAPP_VERIFY_TOKEN: z.optional(z.string().check(z.minLength(16, 'use at least 16 characters'))),
  WHATSAPP_API_URL: z._default(webAddress, 'https://graph.facebook.com/v23.0'),
  WHATSAPP_CONFIRMATION_TEMPLATE: z._default(templateName, 'prenoto_conferma'),
  WHATSAPP_REMINDER_TEMPLATE: z._default(templateName, 'prenoto_promemoria'),
  WHATSAPP_PRICE_CENTS: z.optional(cents),
  SMS_REQUEST: z.optional(smsRequest),
  SMS_PRICE_CENTS: z.optional(cents),
}

const variables = z.object(textChannelVariables)
type Variables = z.infer<typeof variables>

export type WhatsAppSettings = {
  /** Without a slash at its end. */
  apiUrl: string
  token: string
  phoneNumberId: string
  /** Signs the webhook's requests. */
  appSecret: string
  /** Given by Meta when the webhook is set up. */
  verifyToken: string
  templates: Record<TextKind, string>
  /** Of a message, in cents. */
  price: number
}

export type SmsSettings = z.infer<typeof smsRequest> & {
  /** Of a part of a message, in cents. */
  price: number
}

/** A channel that is absent is not offered to businesses. */
export type TextChannelSettings = { whatsapp?: WhatsAppSettings; sms?: SmsSettings }

/** Requires all variables of a channel or none. Throws a StartupError that names those that are missing or useless. */
export const readTextChannels = (variables: Variables): TextChannelSettings => ({
  whatsapp: readWhatsApp(variables),
  sms: readSms(variables),
})

function readWhatsApp(variables: Variables): WhatsAppSettings | undefined {
  const { WHATSAPP_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, WHATSAPP_PRICE_CENTS } =
    variables
  const needed = {
    WHATSAPP_TOKEN,
    WHATSAPP_PHONE_NUMBER_ID,
    WHATSAPP_APP_SECRET,
    WHATSAPP_VERIFY_TOKEN,
    WHATSAPP_PRICE_CENTS,
  }
  if (!areSet(needed, 'needed to send messages by WhatsApp')) return undefined
  return {
    apiUrl: variables.WHATSAPP_API_URL.replace(/\/+$/, ''),
    token: WHATSAPP_TOKEN!,
    phoneNumberId: WHATSAPP_PHONE_NUMBER_ID!,
    appSecret: WHATSAPP_APP_SECRET!,
    verifyToken: WHATSAPP_VERIFY_TOKEN!,
    templates: {
      confirmation: variables.WHATSAPP_CONFIRMATION_TEMPLATE,
      reminder: variables.WHATSAPP_REMINDER_TEMPLATE,
    },
    price: WHATSAPP_PRICE_CENTS!,
  }
}

function readSms({ SMS_REQUEST, SMS_PRICE_CENTS }: Variables): SmsSettings | undefined {
  if (!areSet({ SMS_REQUEST, SMS_PRICE_CENTS }, 'needed to send SMS')) return undefined
  return { ...SMS_REQUEST!, price: SMS_PRICE_CENTS! }
}
