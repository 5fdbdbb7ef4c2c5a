import { StartupError } from '@prenoto/core/startup-error.ts'
import type { TextKind } from '@prenoto/core/text-messages/text-message.ts'
import * as z from 'zod/mini'
import { areSet, parsed, refuseSet, requireSet } from './variables.ts'

const cents = z.coerce
  .number('use a number of cents')
  .check(z.minimum(0, 'use 0 or more cents'), z.maximum(1_000, 'use 1000 cents at most'))

const templateName = z.string().check(z.regex(/^[a-z0-9_]{1,512}$/, 'use the name of a template of WhatsApp'))

const headers = parsed((text) => {
  const value = parseJson(text)
  return isHeaders(value) ? value : undefined
}, 'use JSON such as {"Authorization":"Bearer …"}')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isHeaders(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  try {
    new Headers(value as Record<string, string>)
  } catch {
    return false
  }
  return Object.values(value).every((text) => typeof text === 'string')
}

const webAddress = z.string().check(z.regex(/^https?:\/\/[^/]/, 'use an address such as https://gateway.example/send'))

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
  SMS_URL: z.optional(webAddress),
  SMS_METHOD: z._default(z.enum(['POST', 'PUT', 'GET'], 'use POST, PUT or GET'), 'POST'),
  SMS_HEADERS: z._default(headers, {}),
  SMS_BODY: z.optional(z.string()),
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

/** `url` and `body` contain {to}, {digits}, {text} and {id}. */
export type SmsSettings = {
  url: string
  method: string
  headers: Record<string, string>
  /** Absent: without a body. */
  body?: string
  bodyFormat: 'json' | 'form'
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

const FORMATS: Record<string, SmsSettings['bodyFormat']> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
}

function readSms({ SMS_URL, SMS_METHOD, SMS_HEADERS, SMS_BODY, SMS_PRICE_CENTS }: Variables): SmsSettings | undefined {
  if (!SMS_URL) {
    refuseSet({ SMS_BODY, SMS_PRICE_CENTS }, 'also needs SMS_URL')
    return undefined
  }
  requireSet({ SMS_PRICE_CENTS }, 'needed to send SMS')
  if (SMS_METHOD === 'GET') refuseSet({ SMS_BODY }, 'cannot be sent with SMS_METHOD=GET')
  const sent = new Headers(SMS_HEADERS)
  if (!sent.has('content-type') && SMS_BODY) sent.set('content-type', 'application/json')
  const type = (sent.get('content-type') ?? 'application/json').replace(/\s*;.*/, '').toLowerCase()
  const bodyFormat = FORMATS[type]
  if (!bodyFormat)
    throw new StartupError('SMS_HEADERS: the content type is application/json or application/x-www-form-urlencoded')
  if (SMS_BODY && bodyFormat === 'json' && parseJson(SMS_BODY) === undefined)
    throw new StartupError('SMS_BODY: use JSON, or set another content type in SMS_HEADERS')
  const template = SMS_URL + (SMS_BODY ?? '')
  if (!/\{(to|digits)\}/.test(template) || !template.includes('{text}'))
    throw new StartupError(`${SMS_METHOD === 'GET' ? 'SMS_URL' : 'SMS_BODY'}: needs {to} or {digits}, and {text}`)
  return {
    url: SMS_URL,
    method: SMS_METHOD,
    headers: Object.fromEntries(sent),
    body: SMS_BODY,
    bodyFormat,
    price: SMS_PRICE_CENTS!,
  }
}
