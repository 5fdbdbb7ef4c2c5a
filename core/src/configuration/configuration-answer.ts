import type { Configuration } from './configuration-schema.ts'

/** A configuration as the server may send it: one object, or key/value pairs. */
export type ConfigurationAnswer = Configuration | { key: string; value: unknown }[]

const NUMBERS = [
  'app_day_reminder',
  'app_booking_max_months',
  'app_booking_hours_notice',
  'app_customer_max_bookings',
  'app_services_per_visit',
  'app_min_gap',
  'app_change_hours_notice',
  'app_confirmation_hours',
  'app_waiting_list_minutes',
  'app_retention_months',
  'version',
] as const
const BOOLEANS = ['app_simultaneous_bookings_enabled', 'app_after_visit', 'app_come_back', 'app_assistants'] as const
const EMPTY: Configuration = {
  app_logo: '',
  app_name: '',
  app_primary_color: '',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#f97316',
  app_secondary_text_color: '#ffffff',
  welcome_text: '',
  contact_text: '',
  address: '',
  piva: '',
  phone: '',
  email: '',
  linkedin: '',
  facebook: '',
  instagram: '',
  whatsapp: '',
  app_day_reminder: 0,
  app_simultaneous_bookings_enabled: false,
  app_booking_max_months: 0,
  app_booking_hours_notice: 0,
  app_cover: '',
  app_google_reviews: '',
  app_customer_max_bookings: 0,
  app_services_per_visit: 1,
  app_min_gap: 0,
  app_embed_origins: '',
  app_change_hours_notice: 0,
  app_confirmation_hours: 0,
  app_after_visit: false,
  app_come_back: false,
  app_assistants: false,
  app_waiting_list_minutes: 30,
  app_retention_months: 0,
  time_zone: 'Europe/Rome',
  version: 0,
}

/** Converts either form to one configuration; missing fields get their defaults. */
export function toConfiguration(answer: ConfigurationAnswer): Configuration {
  if (!Array.isArray(answer)) return answer
  const answeredValues = Object.fromEntries(
    answer
      .filter(({ key, value }) => key in EMPTY && value !== null && value !== undefined)
      .map(({ key, value }) => [key, value]),
  )
  const merged = { ...EMPTY, ...answeredValues }
  // Key/value pairs carry numbers and booleans as text.
  for (const field of NUMBERS) merged[field] = Number(merged[field]) || 0
  for (const field of BOOLEANS) merged[field] = ['true', '1'].includes(String(merged[field]))
  return merged
}
