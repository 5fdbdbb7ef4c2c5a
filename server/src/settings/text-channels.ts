import { StartupError } from '@prenoto/core/startup-error.ts'
import type { TextKind } from '@prenoto/core/text-messages/text-message.ts'
import * as z from 'zod/mini'

const cents = z.coerce
  .number('use a number of cents')
  .check(z.minimum(0, 'use 0 or more cents'), z.maximum(1_000, 'use 1000 cents at most'))

const templateName = z.string().check(z.regex(/^[a-z0-9_]{1,512}$/, 'use the name of a template of WhatsApp'))

const headers = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    const given = parsed(text)
    if (isHeaders(given)) return given
    issues.push({ code: 'custom', input: text, message: 'use JSON such as {"Authorization":"Bearer …"}' })
    return z.NEVER
  }),
)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isHeaders(given: unknown): given is Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  try {
    new Headers(given as Record<string, string>)
  } catch {
    return false
  }
  return Object.values(given).every((value) => typeof value === 'string')
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
export const textChannelsOf = (data: Variables): TextChannelSettings => ({
  whatsapp: whatsAppOf(data),
  sms: smsOf(data),
})

const missingIn = (given: Record<string, unknown>) =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))

const complain = (names: string[], reason: string) => {
  throw new StartupError(names.map((name) => `${name}: ${reason}`).join('\n'))
}

function whatsAppOf(data: Variables): WhatsAppSettings | undefined {
  const { WHATSAPP_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, WHATSAPP_PRICE_CENTS } =
    data
  const needed = {
    WHATSAPP_TOKEN,
    WHATSAPP_PHONE_NUMBER_ID,
    WHATSAPP_APP_SECRET,
    WHATSAPP_VERIFY_TOKEN,
    WHATSAPP_PRICE_CENTS,
  }
  const missing = missingIn(needed)
  if (missing.length === Object.keys(needed).length) return undefined
  if (missing.length > 0) complain(missing, 'needed to send messages by WhatsApp')
  return {
    apiUrl: data.WHATSAPP_API_URL.replace(/\/+$/, ''),
    token: WHATSAPP_TOKEN!,
    phoneNumberId: WHATSAPP_PHONE_NUMBER_ID!,
    appSecret: WHATSAPP_APP_SECRET!,
    verifyToken: WHATSAPP_VERIFY_TOKEN!,
    templates: { confirmation: data.WHATSAPP_CONFIRMATION_TEMPLATE, reminder: data.WHATSAPP_REMINDER_TEMPLATE },
    price: WHATSAPP_PRICE_CENTS!,
  }
}

const FORMATS: Record<string, SmsSettings['bodyFormat']> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
}

function smsOf({ SMS_URL, SMS_METHOD, SMS_HEADERS, SMS_BODY, SMS_PRICE_CENTS }: Variables): SmsSettings | undefined {
  if (!SMS_URL) {
    const useless = Object.entries({ SMS_BODY, SMS_PRICE_CENTS }).filter(([, value]) => value !== undefined)
    if (useless.length > 0)
      complain(
        useless.map(([name]) => name),
        'also needs SMS_URL',
      )
    return undefined
  }
  if (SMS_PRICE_CENTS === undefined) complain(['SMS_PRICE_CENTS'], 'needed to send SMS')
  if (SMS_METHOD === 'GET' && SMS_BODY) complain(['SMS_BODY'], 'cannot be sent with SMS_METHOD=GET')
  const sent = new Headers(SMS_HEADERS)
  if (!sent.has('content-type') && SMS_BODY) sent.set('content-type', 'application/json')
  const type = (sent.get('content-type') ?? 'application/json').replace(/\s*;.*/, '').toLowerCase()
  const bodyFormat = FORMATS[type]
  if (!bodyFormat)
    throw new StartupError('SMS_HEADERS: the content type is application/json or application/x-www-form-urlencoded')
  if (SMS_BODY && bodyFormat === 'json' && parsed(SMS_BODY) === undefined)
    complain(['SMS_BODY'], 'use JSON, or set another content type in SMS_HEADERS')
  const template = SMS_URL + (SMS_BODY ?? '')
  if (!/\{(to|digits)\}/.test(template) || !template.includes('{text}'))
    complain([SMS_METHOD === 'GET' ? 'SMS_URL' : 'SMS_BODY'], 'needs {to} or {digits}, and {text}')
  return {
    url: SMS_URL,
    method: SMS_METHOD,
    headers: Object.fromEntries(sent),
    body: SMS_BODY,
    bodyFormat,
    price: SMS_PRICE_CENTS!,
  }
}
