import * as z from 'zod/mini'
import { cleanLine } from '../fields/pasted-text.ts'
import { line, requiredBusinessName, requiredLine, requiredText } from '../fields/text.ts'
import { retentionMonths } from '../retention/retention.endpoints.ts'
import { MAX_SERVICES } from '../services/visit-services.ts'
import { uploadAddress } from '../uploads/upload-address.ts'
import { staffEmail } from '../users/user-form-schema.ts'
import { toHexColor } from './colors.ts'
import { DEFAULT_PRIMARY_COLOR } from './configuration-schema.ts'
import { embedOrigins } from './embed-origins.ts'

const REQUIRED = 'Obbligatorio'

/** 'facebook.com/aurora', with or without http(s)://; no other scheme. */
const WEB_ADDRESS = /^$|^(https?:\/\/)?[^\s/:@]+\.[^\s/:@]+(:\d+)?([/?#]\S*)?$/i

/** A page of Google Maps or Google Search, on Google's own domains. */
const GOOGLE_PAGE =
  /^$|^https:\/\/(([a-z]+\.)*google\.(com|[a-z]{2}|com?\.[a-z]{2})|g\.page|maps\.app\.goo\.gl)([/?#]\S*)?$/i

const googlePage = line(500).check(
  z.regex(GOOGLE_PAGE, 'Inserisci il link di Google, ad esempio https://g.page/r/…/review'),
)

const link = line(300).check(z.regex(WEB_ADDRESS, 'Inserisci l’indirizzo di una pagina web.'))

/** '#FA0', '#ffaa00' or nothing; nothing yields the initial colour. */
const color = (initial: string) =>
  z.pipe(
    z.string().check(
      z.overwrite(cleanLine),
      z.refine((typed) => typed === '' || toHexColor(typed) !== undefined, 'Colore non valido.'),
    ),
    z.transform((typed) => toHexColor(typed) ?? initial),
  )

/** A whole number of days, months or hours from `least` to `most`. */
const count = ({ least, most }: { least: number; most: number }) =>
  z
    .number(REQUIRED)
    .check(
      z.int('Indica un numero intero.'),
      z.minimum(least, least > 0 ? 'Deve essere maggiore di 0' : 'Non può essere negativo.'),
      z.maximum(most, `Al massimo ${most}.`),
    )

const MAX_NOTICE_HOURS = 24 * 60

/** Minutes; longer free times are of use to any business. */
const MAX_GAP = 240

/** Limits of days, months and hours; larger numbers are typing errors. */
const rules = (least: number) => ({
  app_day_reminder: count({ least, most: 60 }),
  app_booking_max_months: count({ least, most: 24 }),
  app_booking_hours_notice: count({ least, most: MAX_NOTICE_HOURS }),
  app_simultaneous_bookings_enabled: z.boolean(REQUIRED),
})

/** The business and its contacts: step 1 of the onboarding. */
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

/** Colours and texts of the site: step 2. The logo is uploaded separately. */
export const looksSchema = z.object({
  welcome_text: requiredText(REQUIRED),
  contact_text: requiredText(REQUIRED),
  app_primary_color: color(DEFAULT_PRIMARY_COLOR),
  app_primary_text_color: color('#ffffff'),
  app_secondary_color: color('#f97316'),
  app_secondary_text_color: color('#ffffff'),
})

/** Booking rules and reminder: step 3, where each number is at least 1. */
export const bookingRulesSchema = z.object(rules(1))

/** The rules in the settings: 0 means no reminder, no notice, and the default horizon of three months. */
export const changedRulesSchema = z.object({
  ...rules(0),
  app_customer_max_bookings: z.optional(count({ least: 0, most: 1000 })),
  app_services_per_visit: z.optional(count({ least: 1, most: MAX_SERVICES })),
  app_min_gap: z.optional(count({ least: 0, most: MAX_GAP })),
  app_change_hours_notice: z.optional(count({ least: 0, most: MAX_NOTICE_HOURS })),
  app_confirmation_hours: z.optional(count({ least: 0, most: MAX_NOTICE_HOURS })),
  app_after_visit: z.optional(z.boolean()),
  app_come_back: z.optional(z.boolean()),
  app_assistants: z.optional(z.boolean()),
  app_waiting_list_minutes: z.optional(count({ least: 0, most: 24 * 60 })),
})

/** The section 'Sito' of the settings. */
export const presentationSchema = z.object({
  ...businessSchema.shape,
  ...looksSchema.shape,
  app_cover: z.optional(uploadAddress),
  app_google_reviews: z.optional(googlePage),
})

/** The section 'Nel tuo sito' of the settings. */
export const embeddingSchema = z.object({ app_embed_origins: z.optional(embedOrigins) })

/** The retention in the section 'Privacy' of the settings. */
export const retentionSchema = z.object({ app_retention_months: z.optional(retentionMonths) })

/** All fields of the site that an admin changes in the settings. */
export const siteSchema = z.object({
  ...presentationSchema.shape,
  ...changedRulesSchema.shape,
  ...embeddingSchema.shape,
  ...retentionSchema.shape,
})
export type SiteForm = z.input<typeof siteSchema>

/** Changed fields of the configuration. `app_logo` and `app_cover` are '' or the address of an upload. */
export const configurationChanges = z.partial(z.extend(siteSchema, { app_logo: line(200) }))
export type ConfigurationChanges = z.infer<typeof configurationChanges>
