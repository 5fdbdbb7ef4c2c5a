import * as z from 'zod/mini'
import { version } from '../contract/version.ts'

/** The public data of a business. Texts that were never set are empty. */
export const configuration = z.object({
  app_logo: z.string(),
  app_name: z.string(),
  app_primary_color: z.string(),
  app_primary_text_color: z.string(),
  app_secondary_color: z.string(),
  app_secondary_text_color: z.string(),
  welcome_text: z.string(),
  contact_text: z.string(),
  address: z.string(),
  piva: z.string(),
  phone: z.string(),
  email: z.string(),
  linkedin: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  whatsapp: z.string(),
  app_day_reminder: z.int(),
  app_simultaneous_bookings_enabled: z.boolean(),
  app_booking_max_months: z.int(),
  app_booking_hours_notice: z.int(),
  /** The address of an uploaded picture; '' is none. */
  app_cover: z.string(),
  /** The address of the business's reviews on Google; '' is none. */
  app_google_reviews: z.string(),
  /** The maximum number of upcoming bookings of a customer; 0: no limit. */
  app_customer_max_bookings: z.int(),
  /** Max services of a visit that a visitor books, 1 to 4. */
  app_services_per_visit: z.int(),
  /** Visitors see no starts that would leave a free time of fewer minutes, if others leave none; 0: they see all. */
  app_min_gap: z.int(),
  /** The origins that may embed the booking pages, one a line. */
  app_embed_origins: z.string(),
  /** Hours before a visit until which its customer may reschedule or cancel it; 0: until it begins. */
  app_change_hours_notice: z.int(),
  app_confirmation_hours: z.int(),
  /** Whether customers get an e-mail on the day after a visit. */
  app_after_visit: z.boolean(),
  /** Whether customers can ask to be reminded to come back. */
  app_come_back: z.boolean(),
  /** Whether assistants find and hold hours at `/mcp`. */
  app_assistants: z.boolean(),
  /** Minutes for which an offered slot is held for a customer of the waiting list; 0: no waiting list. */
  app_waiting_list_minutes: z.int(),
  /** Months after their last visit until customers are anonymised; 0: never. */
  app_retention_months: z.int(),
  /** IANA name; 'today' and every visit_day and visit_hour are in this zone. */
  time_zone: z.string(),
  version,
})
export type Configuration = z.infer<typeof configuration>

/** The colour of a site until the owner chooses one. */
export const DEFAULT_PRIMARY_COLOR = '#fb923c'
