import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam } from '../contract/pagination.ts'
import { channelChoices, textChannels } from './text-channels.ts'

/** Euros to 1000. */
const MAX_CAP_CENTS = 100_000

export const textSettingsSchema = z.object({
  confirmations: z.enum(channelChoices, 'Scegli un canale.'),
  reminders: z.enum(channelChoices, 'Scegli un canale.'),
  /** Max cost of a month, in cents. */
  cap_cents: z
    .number('Indica un importo.')
    .check(
      z.int('Indica al massimo due decimali.'),
      z.minimum(0, 'Non può essere negativo.'),
      z.maximum(MAX_CAP_CENTS, 'Al massimo 1.000 euro.'),
    ),
})
export type TextSettingsForm = z.infer<typeof textSettingsSchema>

const textSettings = z.extend(textSettingsSchema, {
  /** The channels that the provider offers; with none, the business can switch nothing on. */
  available: z.array(z.enum(textChannels)),
  /** Sent in the present month, and what it has cost, in cents. */
  messages: z.int(),
  spent_cents: z.number(),
})
export type TextSettings = z.infer<typeof textSettings>

export const readTextSettings = endpoint({
  method: 'GET',
  path: '/configs/text-messages',
  summary: 'Returns the channels of text messages that are offered and chosen, and what has been spent this month',
  access: 'admin',
  right: 'configuration',
  status: 200,
  response: textSettings,
})

export const updateTextSettings = endpoint({
  method: 'PUT',
  path: '/configs/text-messages',
  summary: 'Chooses the channels of confirmations and reminders and the most that is spent in a month',
  access: 'admin',
  right: 'configuration',
  status: 200,
  body: textSettingsSchema,
  response: textSettings,
})

const textConsent = z.object({
  /** The channels that the business uses; without any, or with an unsuitable number, no consent can be recorded. */
  channels: z.array(z.enum(textChannels)),
  has_mobile_number: z.boolean(),
  /** DD-MM-YYYY HH:mm; null: without consent. */
  given_at: z.nullable(z.string()),
})
export type TextConsent = z.infer<typeof textConsent>

const params = z.object({ id: idParam })

export const readTextConsent = endpoint({
  method: 'GET',
  path: '/customers/:id/text-consent',
  summary: 'Returns whether the customer wants WhatsApp messages or SMS',
  access: 'operator',
  right: 'customers',
  status: 200,
  params,
  response: textConsent,
})

export const updateTextConsent = endpoint({
  method: 'PUT',
  path: '/customers/:id/text-consent',
  summary: 'Records that the customer wants WhatsApp messages or SMS, or no longer does',
  access: 'operator',
  right: 'customers',
  status: 200,
  params,
  body: z.object({ is_given: z.boolean('Indica sì o no.') }),
  response: textConsent,
})
