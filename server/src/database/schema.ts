import type { Weekday } from '@prenoto/core/availability/opening-hours.ts'
import type { PersonField } from '@prenoto/core/bookings/booking-history.ts'
import type { CollisionKind } from '@prenoto/core/collision.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Columns as they come out of PostgreSQL: dates and times in local time, timestamps are instants. */
type Instant = ColumnType<Temporal.Instant, string, string>
type CreatedAt = ColumnType<Temporal.Instant, string | undefined, string>
type Id = Generated<number>
/** PostgreSQL's numeric, as decimal text: '25.00'. */
type Decimal = ColumnType<string, string | number, string | number>

type SoftDeletable = { deleted_at: Instant | null; deleted_by: number | null }

type Tenants = {
  id: Id
  name: string
  time_zone: Generated<string>
  revision: Generated<number>
  suspended_at: Instant | null
  created_at: CreatedAt
  reminders_planned_on: Generated<PlainDate>
  waiting_looked_at: CreatedAt
  waiting_revision: Generated<number>
}

type Domains = { tenant_id: number; domain: string; is_canonical: Generated<boolean>; created_at: CreatedAt }

type Configurations = {
  tenant_id: number
  app_logo: Generated<string>
  app_name: Generated<string>
  app_primary_color: Generated<string>
  app_primary_text_color: Generated<string>
  app_secondary_color: Generated<string>
  app_secondary_text_color: Generated<string>
  welcome_text: Generated<string>
  contact_text: Generated<string>
  address: Generated<string>
  piva: Generated<string>
  phone: Generated<string>
  email: Generated<string>
  linkedin: Generated<string>
  facebook: Generated<string>
  instagram: Generated<string>
  whatsapp: Generated<string>
  app_day_reminder: Generated<number>
  app_simultaneous_bookings_enabled: Generated<boolean>
  app_booking_max_months: Generated<number>
  app_booking_hours_notice: Generated<number>
  app_cover: Generated<string>
  app_customer_max_bookings: Generated<number>
  app_embed_origins: Generated<string>
  app_change_hours_notice: Generated<number>
  app_waiting_list_minutes: Generated<number>
  patron_day: PlainDate | null
  version: Generated<number>
}

type Users = SoftDeletable & {
  tenant_id: number
  id: Id
  name: string
  surname: string
  email: string
  role: Generated<'operator' | 'editor' | 'admin'>
  photo_url: Generated<string>
  phone: Generated<string>
  is_disabled: Generated<boolean>
  password_hash: string | null
  is_email_confirmed: Generated<boolean>
  calendar_id: number | null
  created_at: CreatedAt
  version: Generated<number>
}

type FormerEmails = {
  tenant_id: number
  id: Id
  user_id: number
  email: string
  replaced_at: CreatedAt
  kept_until: Instant
}

type EmailLinks = {
  tenant_id: number
  token_hash: Buffer
  user_id: number
  email: string
  former_email_id: number | null
  created_at: CreatedAt
  expires_at: Instant
}

type LogInPlaces = { tenant_id: number; user_id: number; place_hash: Buffer; last_used_at: CreatedAt }

type Sessions = {
  tenant_id: number
  token_hash: Buffer
  user_id: number
  created_at: CreatedAt
  last_used_at: CreatedAt
}

type PasswordLinks = {
  tenant_id: number
  token_hash: Buffer
  user_id: number
  is_mailed: Generated<boolean>
  created_at: CreatedAt
  expires_at: Instant
}

type CalendarFeeds = { tenant_id: number; user_id: number; token_hash: Buffer; created_at: CreatedAt }

type Calendars = SoftDeletable & {
  tenant_id: number
  id: Id
  name: string
  description: Generated<string>
  public_name: Generated<string>
  picture: Generated<string>
  from: PlainDate
  to: PlainDate | null
  simultaneous_bookings_number: Generated<number>
  max_bookings_per_day: Generated<number>
  created_at: CreatedAt
  idempotency_key: string | null
  version: Generated<number>
} & { [K in `${Weekday}_${'morning' | 'afternoon'}_${'from' | 'to'}`]: PlainTime | null }

type Services = SoftDeletable & {
  tenant_id: number
  id: Id
  name: string
  duration: number
  amount: Decimal
  discounted_amount: Decimal | null
  description: Generated<string>
  color: Generated<string>
  notes: string | null
  internal_notes: string | null
  allow_medical_notes: Generated<boolean>
  allow_patient_notes: Generated<boolean>
  position: Generated<number>
  visible_frontend: Generated<boolean>
  visible_api: Generated<boolean>
  calendar_id: number
  buffer_before: Generated<number>
  buffer_after: Generated<number>
  slot_step: number | null
  created_at: CreatedAt
  idempotency_key: string | null
  version: Generated<number>
  picture: Generated<string>
  category: Generated<string>
}

/** The calendars of a service besides its first one. */
type ServiceCalendars = { tenant_id: number; service_id: number; calendar_id: number }

type Openings = SoftDeletable & {
  tenant_id: number
  id: Id
  calendar_id: number
  day: PlainDate
  hour_from: PlainTime
  hour_to: PlainTime
  reason: string
  created_at: CreatedAt
  version: Generated<number>
  idempotency_key: string | null
}

type DaysOff = SoftDeletable & {
  tenant_id: number
  id: Id
  day_from: PlainDate
  hour_from: PlainTime
  day_to: PlainDate
  hour_to: PlainTime
  reason: string
  calendar_id: number
  created_at: CreatedAt
  version: Generated<number>
  group_id: string | null
  of_all: Generated<boolean>
}

type Customers = {
  tenant_id: number
  id: Id
  identity: string
  name: string
  surname: string
  email: string
  telephone: string
  created_at: CreatedAt
  /** When they ceased to be anybody of their own: erased, or merged. */
  erased_at: Instant | null
  erased_by: number | null
  version: Generated<number>
  notes: Generated<string>
  blocked_at: Instant | null
  blocked_by: number | null
  /** By which folded mailboxes and telephone numbers somebody who is blocked is known. */
  blocked_as: string[] | null
  /** Of a double that was merged: who they are now. */
  merged_into: number | null
}

type CustomerWords = { tenant_id: number; customer_id: number; word: string }

type CalendarDays = { tenant_id: number; calendar_id: number; day: PlainDate; version: Generated<number> }

type Bookings = SoftDeletable & {
  tenant_id: number
  id: Id
  hidden_id: string
  customer_id: number
  calendar_id: number
  service_id: number
  service_name: string
  service_duration: number
  service_price: Decimal
  name: string
  surname: string
  email: string
  telephone: string
  visit_day: PlainDate
  visit_hour: PlainTime
  starts_at: Instant
  ends_at: Instant
  privacy_version: string | null
  consented_at: Instant | null
  idempotency_key: string | null
  created_at: CreatedAt
  created_by: number | null
  updated_at: Instant | null
  updated_by: number | null
  sequence: Generated<number>
  scheduled_at: CreatedAt
  former_day: PlainDate | null
  former_hour: PlainTime | null
  patient_notes: Generated<string>
  any_calendar: Generated<boolean>
  buffer_before: Generated<number>
  buffer_after: Generated<number>
  /** When its calendar is busy, unless it is for as long as the visit takes. */
  busy_from: Instant | null
  busy_to: Instant | null
  despite: CollisionKind[] | null
  /** The first booking of its series. */
  series_id: number | null
  outcome: 'arrived' | 'done' | 'missed' | null
}

/** What happened to bookings after they were made; only ever added to. */
type BookingHistory = {
  tenant_id: number
  booking_id: number
  id: Id
  at: Instant
  kind: 'moved' | 'person' | 'cancelled' | 'restored' | 'outcome' | 'telephone'
  user_id: number | null
  former_day: PlainDate | null
  former_hour: PlainTime | null
  former_calendar_id: number | null
  former_service: string | null
  former_despite: CollisionKind[] | null
  day: PlainDate | null
  hour: PlainTime | null
  calendar_id: number | null
  service: string | null
  despite: CollisionKind[] | null
  fields: PersonField[] | null
  outcome: 'arrived' | 'done' | 'missed' | null
}

/** What a day sums up to for one of its calendars or one of its services, the other of the two being null; minutes and cents. */
export type DaySum = [
  calendarId: number | null,
  serviceId: number | null,
  bookings: number,
  cancelled: number,
  missed: number,
  visits: number,
  firstVisits: number,
  minutes: number,
  cents: number,
]

/** The days that are over, as they were summed up last. */
type KeptNumbers = { tenant_id: number; day: PlainDate; sums: DaySum[] }

/** Held either for a booking that may be taken back, or for somebody who waits. */
type HeldPlaces = {
  tenant_id: number
  id: Id
  booking_id: number | null
  waiting_id: number | null
  calendar_id: number
  visit_day: PlainDate
  starts_at: Instant
  ends_at: Instant
  held_until: Instant
  /** Of what is offered, and of the place that a booking has left. */
  visit_hour: PlainTime | null
  /** Whether it is the place that a booking has left; then what the booking was there. */
  is_former: Generated<boolean>
  version: number | null
  scheduled_at: Instant | null
  former_day: PlainDate | null
  former_hour: PlainTime | null
  despite: CollisionKind[] | null
  /** Of an offer: let go by whoever it was made to. */
  is_refused: Generated<boolean>
}

type WaitingEntries = {
  tenant_id: number
  id: Id
  hidden_id: string
  service_id: number
  calendar_id: number | null
  visit_day: PlainDate
  part: 'morning' | 'lunch' | 'afternoon' | 'evening' | null
  name: string
  surname: string
  email: string
  telephone: string
  identity: string
  privacy_version: string
  consented_at: Instant
  created_at: CreatedAt
  ended_at: Instant | null
  ending: 'booked' | 'left' | 'removed' | null
  booking_id: number | null
}

/** Every kind of message, by whom it goes to: a customer, the business, somebody who works there. */
export const MESSAGE_KINDS = [
  'confirmation',
  'change',
  'cancellation',
  'reminder',
  'new-booking',
  'moved-booking',
  'cancelled-booking',
  'contact-request',
  'invitation',
  'password-reset',
  'email-changed',
  'email-confirmation',
  'log-in-attempts',
  'waiting-joined',
  'waiting-offer',
  'series-confirmation',
  'series-change',
  'series-cancellation',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

type Messages = {
  tenant_id: number
  id: Id
  cause: string
  kind: MessageKind
  record_id: number
  created_at: CreatedAt
  claimed_until: Instant | null
  sent_at: Instant | null
  dropped: string | null
  refused_at: Instant | null
  refusal: string | null
  mended_at: Instant | null
}

type Notifications = {
  tenant_id: number
  id: Id
  user_id: number
  title: string
  /** With placeholders for whom it names. */
  message: string
  colleague_id: number | null
  read: Generated<boolean>
  cause: string
  created_at: CreatedAt
}

type ContactRequests = {
  tenant_id: number
  id: Id
  name: string
  email: string
  phone: string
  message: string
  privacy_version: string
  consented_at: Instant
  created_at: CreatedAt
}

type PrivacyTexts = {
  tenant_id: number
  version: number
  text: string
  created_at: CreatedAt
  created_by: number | null
}

type Uploads = {
  tenant_id: number
  id: Id
  storage_key: string
  purpose: 'logo' | 'photo' | 'image' | 'picture'
  content_type: string
  bytes: number
  /** Not yet while its file is on its way in, no longer while it is on its way out. */
  is_kept: Generated<boolean>
  created_at: CreatedAt
  created_by: number | null
}

/** The tables of migrations/*.sql, as Kysely sees them. */
export type Schema = {
  tenants: Tenants
  domains: Domains
  configurations: Configurations
  users: Users
  former_emails: FormerEmails
  email_links: EmailLinks
  log_in_places: LogInPlaces
  sessions: Sessions
  password_links: PasswordLinks
  calendar_feeds: CalendarFeeds
  calendars: Calendars
  services: Services
  service_calendars: ServiceCalendars
  openings: Openings
  days_off: DaysOff
  customers: Customers
  customer_words: CustomerWords
  calendar_days: CalendarDays
  bookings: Bookings
  booking_history: BookingHistory
  kept_numbers: KeptNumbers
  held_places: HeldPlaces
  waiting_entries: WaitingEntries
  notifications: Notifications
  messages: Messages
  contact_requests: ContactRequests
  privacy_texts: PrivacyTexts
  uploads: Uploads
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>
