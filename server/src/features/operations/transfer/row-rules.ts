import { apiKeySchema } from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import { dayParts } from '@prenoto/core/availability/slot-groups.ts'
import { attendance } from '@prenoto/core/bookings/attendance.ts'
import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import { hiddenId } from '@prenoto/core/bookings/hidden-id.ts'
import { bookingSource } from '@prenoto/core/bookings/stored-source.ts'
import { type BusyFeedFailure, busyFeedFailures, busyFeedSchema } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { calendarSchema } from '@prenoto/core/calendars/calendar-schema.ts'
import { regularWeeks, weekdayTimesList } from '@prenoto/core/calendars/weekday-times-schema.ts'
import { configurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import { conflictKind } from '@prenoto/core/contract/conflict.ts'
import { keyRights } from '@prenoto/core/contract/key-right.ts'
import { roles } from '@prenoto/core/contract/role.ts'
import { line, optionalText, requiredBusinessName, requiredLine, requiredName } from '@prenoto/core/fields/text.ts'
import { MAX_DOCUMENT_BYTES } from '@prenoto/core/health-notes/health-schema.ts'
import { privacyTextSchema } from '@prenoto/core/privacy/privacy.endpoints.ts'
import { withdrawableRights } from '@prenoto/core/rights/withdrawable-rights.ts'
import { serviceInput } from '@prenoto/core/services/managed-service-schema.ts'
import { MAX_SERVICES, visitService } from '@prenoto/core/services/visit-services.ts'
import { channelChoices, textChannels } from '@prenoto/core/text-messages/text-channels.ts'
import { isoWeekday, isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { plainDate } from '@prenoto/core/time/plain-date-schema.ts'
import { plainTime } from '@prenoto/core/time/plain-time-schema.ts'
import { uploadAddress } from '@prenoto/core/uploads/upload-address.ts'
import { MAX_UPLOAD_BYTES } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { staffEmail } from '@prenoto/core/users/user-form-schema.ts'
import { webhookEvents } from '@prenoto/core/webhooks/webhook-events.ts'
import { webhookSchema } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import * as z from 'zod/mini'
import { MESSAGE_KINDS, type Schema } from '../../../database/schema.ts'
import { asciiDomain } from '../../../tenants/domain-name.ts'
import { isOwnHash } from '../../accounts/users/passwords.ts'
import { isTimeZone } from '../provider/create-tenant.ts'
import type { LeftOut } from './tenant-tables.repository.ts'

/**
 * The highest id in a file, a trillion: a higher one would use up the sequence of all businesses, and from 2^53 on JavaScript
 * confuses ids.
 */
export const MAX_ID = 2 ** 40

export const integer = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
const id = integer(1, MAX_ID)
/** A version or another number that grows. */
const counter = integer(0, MAX_ID)
const count = integer(0, 2 ** 31 - 1)
const yesNo = z.boolean()
const text = optionalText
const key = z.nullable(line(200))

const INSTANT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00:00$/
/** From 1900 to 2199, as PostgreSQL writes it in UTC. */
export const instant = z.string().check(z.refine((value) => isPlainDate(INSTANT.exec(value)?.[1] ?? '')))

const RANGES = /^\{\["([^"]+)","([^"]+)"\)(?:,\["[^"]+","[^"]+"\))*\}$/
/** A `tstzmultirange` of a number of ranges, as PostgreSQL writes it in UTC. */
const instantRanges = (most: number) =>
  z.string().check(
    z.maxLength(most * 60),
    z.refine(
      (value) =>
        RANGES.test(value) &&
        value.match(/(?<=")[^",]+(?=")/g)!.every((at) => instant.safeParse(toInstant(at)).success),
    ),
  )
/** At most one range for each service. */
const processing = z.nullable(instantRanges(MAX_SERVICES))
/** '2026-11-23 09:30:00+00' → '2026-11-23T09:30:00+00:00' */
const toInstant = (text: string) => `${text.replace(' ', 'T')}:00`

/** Binary data as PostgreSQL writes it. */
const bytes = (most: number) => z.string().check(z.maxLength(2 + 2 * most), z.regex(/^\\x(?:[0-9a-f]{2})*$/))
const hash = bytes(64)
/** A ciphertext of a number of bytes. */
const ciphertext = (most: number) => bytes(most + 100)

/** Money, as a number with two decimals. */
const amount = z.number().check(z.minimum(0), z.maximum(9_999_999_999.99))
/** A column whose form has a text. */
const asText = (schema: z.ZodMiniType) => z.number().check(z.refine((value) => schema.safeParse(String(value)).success))

/** A column that is '' until a form fills it in. */
const orEmpty = <S extends z.ZodMiniType>(schema: S) => z.union([z.literal(''), schema])

/** A day of the week on which rotas begin. */
const monday = plainDate.check(z.refine((date) => isoWeekday(date) === 1))

/** A JSON value with a maximum number of characters. */
const json = (schema: z.ZodMiniType, most = 20_000) =>
  z.pipe(z.unknown().check(z.refine((value) => JSON.stringify(value ?? null).length <= most)), schema)

export const domain = z.string().check(z.refine((name) => asciiDomain(name) === name))
/** The name of an uploaded file, which never leads out of the folder of its business. */
export const fileName = z.string().check(z.regex(/^[\w-]{22}(?:-\w{1,10})?\.(?:webp|png)$/))
const name = requiredName('')
const surname = orEmpty(name)
/** Staff can type any text as a customer's contacts. */
const contacts = { email: line(254), telephone: line(40) }
const conflicts = z.nullable(z.array(conflictKind).check(z.maxLength(10)))
const services = z.nullable(json(z.array(visitService).check(z.maxLength(MAX_SERVICES))))
const channels = z.array(z.enum(textChannels)).check(z.maxLength(2))
const record = z.nullable(json(z.record(z.string(), z.unknown()), 100_000))
const buffer = integer(0, MAX_SERVICES * 720)
const deletable = { deleted_at: z.nullable(instant), deleted_by: z.nullable(id) }
const version = counter
const keyName = apiKeySchema.shape.name

const site = configurationChanges.shape
const { shape: service } = serviceInput
const { shape: calendar } = calendarSchema

/** Columns that PostgreSQL generates or the import sets. */
type NotInFile = 'tenant_id' | 'search_name' | 'search_contact'

type RowRules = {
  [T in Exclude<keyof Schema, LeftOut>]: {
    [C in Exclude<keyof Schema[T], T extends 'tenants' ? 'id' : NotInFile>]: z.ZodMiniType
  }
}

/** The values that each column of an exported table may contain, by the rules of the forms that fill it. */
const rules: RowRules = {
  tenants: {
    name: requiredBusinessName(''),
    time_zone: z.string().check(z.refine(isTimeZone)),
    revision: counter,
    suspended_at: z.nullable(instant),
    created_at: instant,
    reminders_planned_on: plainDate,
    waiting_list_checked_at: instant,
    waiting_list_revision: counter,
    retention_planned_on: z.nullable(plainDate),
    signed_up_at: z.nullable(instant),
    is_trusted: yesNo,
  },
  domains: { domain, is_canonical: yesNo, created_at: instant, verified_at: z.nullable(instant) },
  domain_claims: { domain, token: line(200), created_at: instant },
  configurations: {
    app_logo: uploadAddress,
    app_name: orEmpty(site.app_name),
    app_primary_color: site.app_primary_color,
    app_primary_text_color: site.app_primary_text_color,
    app_secondary_color: site.app_secondary_color,
    app_secondary_text_color: site.app_secondary_text_color,
    welcome_text: orEmpty(site.welcome_text),
    contact_text: orEmpty(site.contact_text),
    address: site.address,
    piva: orEmpty(site.piva),
    phone: site.phone,
    email: orEmpty(site.email),
    linkedin: site.linkedin,
    facebook: site.facebook,
    instagram: site.instagram,
    whatsapp: site.whatsapp,
    app_day_reminder: site.app_day_reminder,
    app_simultaneous_bookings_enabled: site.app_simultaneous_bookings_enabled,
    app_booking_max_months: site.app_booking_max_months,
    app_booking_hours_notice: site.app_booking_hours_notice,
    app_cover: site.app_cover,
    app_google_reviews: site.app_google_reviews,
    app_customer_max_bookings: site.app_customer_max_bookings,
    app_services_per_visit: site.app_services_per_visit,
    app_min_gap: site.app_min_gap,
    app_embed_origins: site.app_embed_origins,
    app_change_hours_notice: site.app_change_hours_notice,
    app_confirmation_hours: site.app_confirmation_hours,
    app_after_visit: site.app_after_visit,
    app_come_back: site.app_come_back,
    app_assistants: site.app_assistants,
    app_waiting_list_minutes: site.app_waiting_list_minutes,
    app_retention_months: site.app_retention_months,
    health_notes_role: z.enum(roles),
    withdrawn_rights: z.array(z.enum(withdrawableRights)).check(z.maxLength(withdrawableRights.length)),
    patron_day: z.nullable(plainDate),
    version,
  },
  users: {
    id,
    // The surname of the first administrator is the name of the business.
    name: requiredLine(''),
    surname: requiredLine(''),
    email: staffEmail(''),
    role: z.enum(roles),
    photo_url: uploadAddress,
    phone: line(40),
    is_disabled: yesNo,
    password_hash: z.nullable(orEmpty(z.string().check(z.refine(isOwnHash)))),
    is_email_confirmed: yesNo,
    calendar_id: z.nullable(id),
    created_at: instant,
    version,
    ...deletable,
  },
  previous_emails: { id, user_id: id, email: staffEmail(''), replaced_at: instant, reserved_until: instant },
  push_preferences: { user_id: id, created: yesNo, moved: yesNo, cancelled: yesNo },
  totp_factors: {
    user_id: id,
    secret: ciphertext(100),
    created_at: instant,
    confirmed_at: z.nullable(instant),
    last_used_step: counter,
  },
  passkeys: {
    id,
    user_id: id,
    name: line(200),
    domain,
    credential_id: z.string().check(z.regex(/^[\w-]{1,2000}$/)),
    public_key: bytes(2_000),
    counter,
    transports: z.array(line(40)).check(z.maxLength(10)),
    created_at: instant,
    last_used_at: z.nullable(instant),
  },
  recovery_codes: { user_id: id, code_hash: hash, created_at: instant },
  second_factor_requirements: { required_at: instant },
  first_steps: { hidden_at: z.nullable(instant), link_shared_at: z.nullable(instant) },
  busy_feeds: {
    id,
    calendar_id: id,
    name: busyFeedSchema.shape.name,
    host: line(300),
    address: ciphertext(2_000),
    address_hash: hash,
    created_at: instant,
    busy: z.union([z.literal('{}'), instantRanges(20_000)]),
    events: count,
    read_at: instant,
    validators: json(z.record(z.string(), z.string()), 5_000),
    failing_since: z.nullable(instant),
    failure: z.nullable(z.enum(Object.keys(busyFeedFailures) as [BusyFeedFailure])),
    failures: count,
    next_read_at: instant,
  },
  calendar_feeds: {
    id,
    user_id: id,
    token_hash: hash,
    created_at: instant,
    calendar_id: z.nullable(id),
    shows_names: yesNo,
  },
  webhooks: {
    id,
    url: webhookSchema.shape.url,
    events: z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length)),
    contacts: yesNo,
    secret: ciphertext(100),
    created_at: instant,
    paused_at: z.nullable(instant),
    paused_by: z.nullable(z.enum(['staff', 'failures', 'gone'])),
    failing_since: z.nullable(instant),
    queued_at: z.nullable(instant),
  },
  api_keys: {
    id,
    name: keyName,
    rights: z.array(z.enum(keyRights)).check(z.minLength(1), z.maxLength(keyRights.length)),
    key_hash: hash,
    last_characters: z.string().check(z.regex(/^[\w-]{4}$/)),
    created_by: id,
    created_at: instant,
    last_used_at: z.nullable(instant),
  },
  calendars: {
    id,
    name: calendar.name,
    description: orEmpty(calendar.description),
    public_name: calendar.public_name,
    public_note: calendar.public_note,
    picture: uploadAddress,
    from: plainDate,
    to: z.nullable(plainDate),
    simultaneous_bookings_number: calendar.simultaneous_bookings_number,
    max_bookings_per_day: calendar.max_bookings_per_day,
    created_at: instant,
    idempotency_key: key,
    version,
    weeks: json(regularWeeks),
    rota_from: z.nullable(monday),
    ...deletable,
  },
  services: {
    id,
    name: service.name,
    duration: service.duration,
    amount: asText(service.amount),
    discounted_amount: z.nullable(asText(service.discounted_amount)),
    description: service.description,
    color: service.color,
    notes: service.notes,
    internal_notes: service.internal_notes,
    allow_medical_notes: yesNo,
    allow_patient_notes: yesNo,
    position: service.position,
    visible_frontend: yesNo,
    visible_api: yesNo,
    calendar_id: id,
    buffer_before: service.buffer_before,
    buffer_after: service.buffer_after,
    slot_step: service.slot_step,
    processing_after: service.processing_after,
    processing_minutes: service.processing_minutes,
    created_at: instant,
    idempotency_key: key,
    version,
    picture: uploadAddress,
    category: service.category,
    variants: json(service.variants),
    by_calendar: json(service.by_calendar),
    preparation: service.preparation,
    ...deletable,
  },
  service_calendars: { service_id: id, calendar_id: id },
  calendar_exceptions: {
    id,
    calendar_id: id,
    kind: z.enum(['closure', 'special_opening', 'changed_hours']),
    day_from: plainDate,
    hour_from: z.nullable(plainTime),
    day_to: plainDate,
    hour_to: z.nullable(plainTime),
    windows: z.nullable(json(weekdayTimesList)),
    reason: text(),
    batch_id: z.nullable(z.guid()),
    of_all: yesNo,
    idempotency_key: key,
    version,
    created_at: instant,
    ...deletable,
  },
  customers: {
    id,
    identity: line(600),
    name: orEmpty(name),
    surname,
    ...contacts,
    created_at: instant,
    erased_at: z.nullable(instant),
    erased_by: z.nullable(id),
    version,
    // Those of merged customers are joined.
    notes: text(50_000),
    blocked_at: z.nullable(instant),
    blocked_by: z.nullable(id),
    blocked_as: z.nullable(z.array(line(300)).check(z.maxLength(1_000))),
    merged_into: z.nullable(id),
    restricted_at: z.nullable(instant),
    restricted_by: z.nullable(id),
    restriction_reason: z.nullable(line(300)),
    is_imported: yesNo,
  },
  calendar_days: { calendar_id: id, day: plainDate, version },
  bookings: {
    id,
    hidden_id: hiddenId,
    customer_id: id,
    calendar_id: id,
    service_id: id,
    service_name: line(1_000),
    service_duration: integer(1, MAX_SERVICES * 1440),
    service_price: amount,
    services,
    name: orEmpty(name),
    surname,
    ...contacts,
    visit_day: plainDate,
    visit_hour: plainTime,
    starts_at: instant,
    ends_at: instant,
    privacy_version: z.nullable(line(20)),
    consented_at: z.nullable(instant),
    idempotency_key: key,
    created_at: instant,
    created_by: z.nullable(id),
    created_by_key: z.nullable(keyName),
    updated_at: z.nullable(instant),
    updated_by: z.nullable(id),
    sequence: count,
    scheduled_at: instant,
    notified_day: z.nullable(plainDate),
    notified_hour: z.nullable(plainTime),
    previous_day: z.nullable(plainDate),
    previous_hour: z.nullable(plainTime),
    patient_notes: text(),
    any_calendar: yesNo,
    source: z.nullable(bookingSource),
    buffer_before: buffer,
    buffer_after: buffer,
    busy_from: z.nullable(instant),
    busy_to: z.nullable(instant),
    processing,
    overridden_conflicts: conflicts,
    series_id: z.nullable(id),
    attendance: z.nullable(attendance),
    confirmed_for: z.nullable(instant),
    ...deletable,
  },
  booking_history: {
    booking_id: id,
    id,
    at: instant,
    kind: z.enum(['rescheduled', 'person', 'cancelled', 'restored', 'attendance', 'telephone', 'confirmed']),
    user_id: z.nullable(id),
    api_key: z.nullable(keyName),
    previous_day: z.nullable(plainDate),
    previous_hour: z.nullable(plainTime),
    previous_calendar_id: z.nullable(id),
    previous_service: z.nullable(line(1_000)),
    previous_overridden_conflicts: conflicts,
    day: z.nullable(plainDate),
    hour: z.nullable(plainTime),
    calendar_id: z.nullable(id),
    service: z.nullable(line(1_000)),
    overridden_conflicts: conflicts,
    fields: z.nullable(z.array(z.enum(PERSON_FIELDS)).check(z.maxLength(PERSON_FIELDS.length))),
    attendance: z.nullable(attendance),
  },
  waiting_list_entries: {
    id,
    hidden_id: hiddenId,
    service_id: id,
    calendar_id: z.nullable(id),
    visit_day: plainDate,
    part: z.nullable(z.enum(dayParts)),
    name: orEmpty(name),
    surname,
    ...contacts,
    identity: line(600),
    privacy_version: line(20),
    consented_at: instant,
    created_at: instant,
    ended_at: z.nullable(instant),
    ending: z.nullable(z.enum(['booked', 'left', 'removed'])),
    booking_id: z.nullable(id),
    services,
    address_block: z.nullable(line(100)),
    proven_at: z.nullable(instant),
  },
  slot_holds: {
    id,
    booking_id: z.nullable(id),
    entry_id: z.nullable(id),
    proposal_id: z.nullable(id),
    calendar_id: id,
    visit_day: plainDate,
    starts_at: instant,
    ends_at: instant,
    held_until: instant,
    visit_hour: z.nullable(plainTime),
    is_previous: yesNo,
    version: z.nullable(count),
    scheduled_at: z.nullable(instant),
    overridden_conflicts: conflicts,
    is_refused: yesNo,
    processing,
    link_key: z.nullable(hiddenId),
    holder: z.nullable(line(100)),
    held_service_id: z.nullable(id),
  },
  notifications: {
    id,
    user_id: id,
    title: line(300),
    message: text(5_000),
    colleague_id: z.nullable(id),
    read: yesNo,
    deduplication_key: line(300),
    created_at: instant,
  },
  messages: {
    id,
    deduplication_key: line(300),
    kind: z.enum(MESSAGE_KINDS),
    record_id: id,
    created_at: instant,
    leased_until: z.nullable(instant),
    sent_at: z.nullable(instant),
    drop_reason: z.nullable(line(100)),
    refused_at: z.nullable(instant),
    refusal: z.nullable(line(1_000)),
    refusal_resolved_at: z.nullable(instant),
  },
  contact_requests: {
    id,
    name,
    email: contacts.email,
    phone: contacts.telephone,
    message: text(),
    privacy_version: line(20),
    consented_at: instant,
    created_at: instant,
    answered_at: z.nullable(instant),
    answered_by: z.nullable(id),
  },
  privacy_texts: {
    version: integer(1, 1_000_000),
    text: privacyTextSchema.shape.text,
    created_at: instant,
    created_by: z.nullable(id),
  },
  uploads: {
    id,
    storage_key: fileName,
    purpose: z.enum(['logo', 'photo', 'image', 'picture']),
    content_type: z.enum(['image/webp', 'image/png']),
    bytes: integer(0, MAX_UPLOAD_BYTES),
    is_stored: yesNo,
    created_at: instant,
    created_by: z.nullable(id),
  },
  audit_entries: {
    id,
    happened_at: instant,
    user_id: z.nullable(id),
    actor: line(300),
    client_address: z.nullable(line(100)),
    action: z.string().check(z.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/)),
    subject_type: z.nullable(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
    subject_id: z.nullable(id),
    before: record,
    after: record,
  },
  health_consents: {
    id,
    customer_id: id,
    given_on: plainDate,
    method: z.enum(['paper', 'screen']),
    recorded_at: instant,
    recorded_by: id,
    withdrawn_at: z.nullable(instant),
    withdrawn_by: z.nullable(id),
  },
  health_notes: {
    id,
    customer_id: id,
    booking_id: z.nullable(id),
    ciphertext: ciphertext(100_000),
    idempotency_key: key,
    created_at: instant,
    created_by: id,
    updated_at: z.nullable(instant),
    updated_by: z.nullable(id),
    version,
  },
  health_documents: {
    id,
    customer_id: id,
    booking_id: z.nullable(id),
    name: ciphertext(1_000),
    content_type: z.enum(['application/pdf', 'image/webp']),
    content: ciphertext(MAX_DOCUMENT_BYTES),
    bytes: integer(0, MAX_DOCUMENT_BYTES),
    created_at: instant,
    created_by: id,
    idempotency_key: key,
  },
  text_settings: {
    confirmations: z.enum(channelChoices),
    reminders: z.enum(channelChoices),
    cap_cents: integer(0, 100_000),
    month: plainDate,
    messages: count,
    spent_cents: amount,
  },
  proposals: {
    id,
    hidden_id: hiddenId,
    customer_id: id,
    service_id: id,
    services,
    created_at: instant,
    ended_at: z.nullable(instant),
    ending: z.nullable(z.enum(['booked', 'withdrawn'])),
    booking_id: z.nullable(id),
  },
  come_back_reminders: { booking_id: id, due_on: plainDate, asked_at: instant },
  after_visit_refusals: { mailbox: line(254), refused_at: instant },
  text_consents: {
    telephone: z.string().check(z.regex(/^\+\d{5,20}$/)),
    channels,
    version: line(20),
    given_at: instant,
    given_by: z.nullable(id),
    withdrawn_at: z.nullable(instant),
    booking_ids: z.nullable(z.array(id).check(z.maxLength(100_000))),
    link_key: z.string().check(z.regex(/^\w{10}$/)),
  },
  text_messages: {
    id,
    booking_id: id,
    kind: z.enum(['confirmation', 'reminder']),
    about: line(40),
    channel: z.enum(textChannels),
    state: z.enum(['waiting', 'sending', 'unknown', 'accepted', 'delivered', 'read', 'failed', 'dropped']),
    reason: z.nullable(line(100)),
    cost_cents: amount,
    created_at: instant,
    changed_at: instant,
    leased_until: z.nullable(instant),
  },
}

const schemas = new Map(Object.entries(rules).map(([table, columns]) => [table, z.strictObject(columns)]))

/** The first column of a row that is missing or breaks its rule, '' for a row with other columns, undefined for a good row. */
export function findBadColumn(table: string, row: unknown): string | undefined {
  const schema = schemas.get(table)!
  const { error } = schema.safeParse(row)
  if (error) return String(error.issues[0]!.path[0] ?? '')
  // A rule for a field of a form may let it be missing.
  return Object.keys(schema.shape).find((column) => !Object.hasOwn(row as object, column))
}
