import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { isEntryOfRestricted, shownField } from '../restriction/shown-person.repository.ts'

/**
 * The trail is read from three tables, each along an index by time: the audit entries, the history of bookings, and the
 * bookings themselves for their creation. So booking writes nothing twice, and an erased name is gone at once.
 */
export type AuditSource = {
  /** The alias of the table whose rows are the entries. */
  table: string
  from: RawBuilder<unknown>
  id: RawBuilder<number>
  at: RawBuilder<Temporal.Instant>
  userId: RawBuilder<number | null>
  actor: RawBuilder<string>
  address: RawBuilder<string | null>
  action: RawBuilder<string>
  subjectType: RawBuilder<string | null>
  subjectId: RawBuilder<number | null>
  subjectName: RawBuilder<string | null>
  before: RawBuilder<unknown>
  after: RawBuilder<unknown>
  /** Condition: the actor, somebody whom or something that the entry is about, or one of its values matches. */
  matches(pattern: string): RawBuilder<boolean>
}

const RESTRICTED_NAME = `${RESTRICTED_PERSON.name} ${RESTRICTED_PERSON.surname}`

/** The present name of what an entry is about; an erased customer has none, a restricted one is not named. */
const subjectName = (ctx: Context) => sql<string | null>`case e.subject_type
  when 'user' then (select u.name || ' ' || u.surname from users u where u.tenant_id = e.tenant_id and u.id = e.subject_id)
  when 'customer' then (
    select case when c.restricted_at is null then c.name || ' ' || c.surname else ${RESTRICTED_NAME} end
    from customers c where c.tenant_id = e.tenant_id and c.id = e.subject_id and c.erased_at is null)
  when 'booking' then (
    select ${bookingName(ctx)} from bookings b where b.tenant_id = e.tenant_id and b.id = e.subject_id)
  when 'waiting_list' then (
    select case when ${isEntryOfRestricted(ctx)} then ${RESTRICTED_NAME} else w.name || ' ' || w.surname end
    from waiting_list_entries w where w.tenant_id = e.tenant_id and w.id = e.subject_id)
  when 'service' then (select s.name from services s where s.tenant_id = e.tenant_id and s.id = e.subject_id)
  when 'calendar' then (select c.name from calendars c where c.tenant_id = e.tenant_id and c.id = e.subject_id)
end`

const bookingName = (ctx: Context) =>
  sql<string>`${shownField(ctx, 'name', 'b')} || ' ' || ${shownField(ctx, 'surname', 'b')}`

/** The bookings whose shown name matches, which the statement searches once for all sources. */
export const namedBookings = (ctx: Context, pattern: string) => sql`
  named_bookings as materialized (
    select b.id from bookings b where b.tenant_id = ${ctx.tenant.id} and ${bookingName(ctx)} ilike ${pattern})`

const isNamed = (bookingId: RawBuilder<number>) => sql<boolean>`${bookingId} in (select id from named_bookings)`

/** Condition: this user's name matches; for no user, the label does. */
const isBy = (
  ctx: Context,
  pattern: string,
  { userId, label }: { userId: RawBuilder<number>; label: RawBuilder<string> },
) =>
  sql<boolean>`(${userId} = any(array(
      select namesake.id from users namesake
      where namesake.tenant_id = ${ctx.tenant.id} and namesake.name || ' ' || namesake.surname ilike ${pattern}))
    or ${userId} is null and ${label} ilike ${pattern})`

/** Condition: the entry is about a customer whose name matches. The names are searched once for a statement. */
function isAbout(ctx: Context, pattern: string) {
  const hasName = sql`name || ' ' || surname ilike ${pattern}`
  return sql<boolean>`(
    e.subject_type = 'customer' and e.subject_id in (
      select c.id from customers c
      where c.tenant_id = ${ctx.tenant.id} and c.erased_at is null and c.restricted_at is null and ${hasName})
    or e.subject_type = 'booking' and ${isNamed(sql`e.subject_id`)}
    or e.subject_type = 'waiting_list' and e.subject_id in (
      select w.id from waiting_list_entries w
      where w.tenant_id = ${ctx.tenant.id} and ${hasName} and not ${isEntryOfRestricted(ctx)}))`
}

const auditEntries = (ctx: Context): AuditSource => ({
  table: 'e',
  from: sql`audit_entries e`,
  id: sql`e.id`,
  at: sql`e.happened_at`,
  userId: sql`e.user_id`,
  actor: sql`e.actor`,
  address: sql`e.client_address`,
  action: sql`e.action`,
  subjectType: sql`e.subject_type`,
  subjectId: sql`e.subject_id`,
  subjectName: subjectName(ctx),
  before: sql`e.before`,
  after: sql`e.after`,
  matches: (pattern) =>
    sql`(e.actor ilike ${pattern} or e.client_address ilike ${pattern} or e.before::text ilike ${pattern}
      or e.after::text ilike ${pattern} or ${isAbout(ctx, pattern)})`,
})

/** The history of bookings keeps no network address. */
const aboutBooking = (ctx: Context) => ({
  address: sql<null>`null::text`,
  subjectType: sql<string>`'booking'`,
  subjectId: sql<number>`b.id`,
  subjectName: bookingName(ctx),
})

const visitTime = (prefix: 'previous_' | '') =>
  sql`to_char(h.${sql.ref(`${prefix}day`)}, 'DD-MM-YYYY') || ' ' || to_char(h.${sql.ref(`${prefix}hour`)}, 'HH24:MI')`

/** A change without a user is the customer's. */
const bookingHistory = (ctx: Context): AuditSource => ({
  ...aboutBooking(ctx),
  table: 'h',
  from: sql`booking_history h
    join bookings b on b.tenant_id = h.tenant_id and b.id = h.booking_id
    left join users u on u.tenant_id = h.tenant_id and u.id = h.user_id`,
  id: sql`h.id`,
  at: sql`h.at`,
  userId: sql`h.user_id`,
  actor: sql`coalesce('Chiave «' || h.api_key || '»', u.name || ' ' || u.surname, 'Cliente')`,
  matches: (pattern) =>
    sql`(${isBy(ctx, pattern, { userId: sql`h.user_id`, label: sql`'Cliente'` })} or ${isNamed(sql`h.booking_id`)})`,
  action: sql`'booking.' || h.kind`,
  before: sql`case h.kind when 'rescheduled' then jsonb_strip_nulls(jsonb_build_object(
    'visit', ${visitTime('previous_')}, 'service', nullif(h.previous_service, h.service))) end`,
  after: sql`case h.kind
    when 'rescheduled' then jsonb_strip_nulls(jsonb_build_object(
      'visit', ${visitTime('')}, 'service', nullif(h.service, h.previous_service)))
    when 'person' then jsonb_build_object('fields', array_to_string(h.fields, ', '))
    when 'attendance' then jsonb_build_object('attendance', coalesce(h.attendance, '')) end`,
})

/** Visitors consent to the privacy text; an imported booking has neither a user nor a consent. */
const MAKER = sql<string>`case when b.consented_at is null then 'Importazione' else 'Cliente' end`

const createdBookings = (ctx: Context): AuditSource => ({
  ...aboutBooking(ctx),
  table: 'b',
  from: sql`bookings b left join users u on u.tenant_id = b.tenant_id and u.id = b.created_by`,
  id: sql`b.id`,
  at: sql`b.created_at`,
  userId: sql`b.created_by`,
  actor: sql`coalesce('Chiave «' || b.created_by_key || '»', u.name || ' ' || u.surname, ${MAKER})`,
  matches: (pattern) =>
    sql`(${isBy(ctx, pattern, { userId: sql`b.created_by`, label: MAKER })} or ${isNamed(sql`b.id`)})`,
  action: sql`'booking.created'`,
  before: sql`null::jsonb`,
  after: sql`null::jsonb`,
})

export const auditSources = (ctx: Context) => [auditEntries(ctx), bookingHistory(ctx), createdBookings(ctx)]
