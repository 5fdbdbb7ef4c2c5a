import * as z from 'zod/mini'
import { line, requiredBusinessName, requiredLine, requiredText } from '../fields/text.ts'
import { uploadAddress } from '../uploads/upload-address.ts'
import { staffEmail } from '../users/user-schema.ts'
import { toHexColor } from './colors.ts'
import { DEFAULT_PRIMARY_COLOR } from './configuration-schema.ts'
import { embedOrigins } from './embed-origins.ts'

const REQUIRED = 'Obbligatorio'

/** 'facebook.com/aurora', with or without https://; nothing but the web. */
const WEB_ADDRESS = /^$|^(https?:\/\/)?[^\s/:@]+\.[^\s/:@]+(:\d+)?([/?#]\S*)?$/i

const link = line(300).check(z.regex(WEB_ADDRESS, 'Inserisci l’indirizzo di una pagina web.'))

/** '#FA0', '#ffaa00' or nothing; without one the site keeps the colour it begins with. */
const color = (initial: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((typed) => typed === '' || toHexColor(typed) !== undefined, 'Colore non valido.'),
    ),
    z.transform((typed) => toHexColor(typed) ?? initial),
  )

/** A whole number of days, months or hours; `least` and `most` bound what can be meant. */
const count = ({ least, most }: { least: number; most: number }) =>
  z
    .number(REQUIRED)
    .check(
      z.int('Indica un numero intero.'),
      z.minimum(least, least > 0 ? 'Deve essere maggiore di 0' : 'Non può essere negativo.'),
      z.maximum(most, `Al massimo ${most}.`),
    )

const MOST_HOURS = 24 * 60

/** Days, months and hours beyond these would be slips of the finger. */
const rules = (least: number) => ({
  app_day_reminder: count({ least, most: 60 }),
  app_booking_max_months: count({ least, most: 24 }),
  app_booking_hours_notice: count({ least, most: MOST_HOURS }),
  app_simultaneous_bookings_enabled: z.boolean(REQUIRED),
})

/** Who the business is and how to reach it: step 1 of the onboarding. */
export const businessSchema = z.object({
  app_name: requiredBusinessName(REQUIRED),
  piva: requiredLine(REQUIRED, 20),
  email: staffEmail(REQUIRED),
  address: line(200),
  phone: line(40),
  whatsapp: line(40),
  facebook: link,
  instagram: link,
  linkedin: link,
})

/** How its site looks and greets: step 2. The logo is a file, sent on its own. */
export const looksSchema = z.object({
  welcome_text: requiredText(REQUIRED),
  contact_text: requiredText(REQUIRED),
  app_primary_color: color(DEFAULT_PRIMARY_COLOR),
  app_primary_text_color: color('#ffffff'),
  app_secondary_color: color('#f97316'),
  app_secondary_text_color: color('#ffffff'),
})

/** When visitors may book, and when they are reminded: step 3, where each number is at least 1. */
export const bookingRulesSchema = z.object(rules(1))

/** The same once the business is open, and more: 0 means no reminder, no notice, the usual three months. */
export const changedRulesSchema = z.object({
  ...rules(0),
  app_customer_max_bookings: z.optional(count({ least: 0, most: 1000 })),
  app_change_hours_notice: z.optional(count({ least: 0, most: MOST_HOURS })),
  app_waiting_list_minutes: z.optional(count({ least: 0, most: 24 * 60 })),
})

/** The settings' section 'Sito': who the business is and how its site looks. */
export const presentationSchema = z.object({
  ...businessSchema.shape,
  ...looksSchema.shape,
  app_cover: z.optional(uploadAddress),
})

/** The settings' section 'Incorporamento'. */
export const embeddingSchema = z.object({ app_embed_origins: z.optional(embedOrigins) })

/** Everything about the site that an admin changes in the settings. */
export const siteSchema = z.object({
  ...presentationSchema.shape,
  ...changedRulesSchema.shape,
  ...embeddingSchema.shape,
})
export type SiteForm = z.input<typeof siteSchema>

/** A change of the configuration: what is left out stays as it is. `app_logo` and `app_cover` are '' or an upload's address. */
export const configurationChanges = z.partial(z.extend(siteSchema, { app_logo: line(200) }))
export type ConfigurationChanges = z.infer<typeof configurationChanges>
