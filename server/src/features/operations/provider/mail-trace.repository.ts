import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type pg from 'pg'
import { deadLetterName, QUEUE_NAMES } from '../../../database/queues.ts'
import type { MessageKind, Row } from '../../../database/schema.ts'
import { ABOUT_BOOKING, isToCustomer } from '../../../outbox/messages.repository.ts'

/** Statements of the command line that follow e-mails at all businesses, run as the owner of the tables. */

/** The newest bookings and messages that a trace shows. */
export const MAX_TRACED = 50

const DEAD_LETTERS = QUEUE_NAMES.map(deadLetterName)

export type TracedBooking = {
  tenant_id: number
  domain: string
  time_zone: string
  id: number
  series_id: number | null
  email: string
  is_cancelled: boolean
  visit_day: PlainDate
  starts_at: Temporal.Instant
  scheduled_at: Temporal.Instant
  /** Days before the visit on which the business sends reminders; 0: none. */
  days_before: number
}

/** The unfinished job that writes or sends an e-mail. */
export type TracedJob = {
  id: string
  state: 'created' | 'retry' | 'active' | 'failed'
  /** ISO 8601. */
  due: string
  attempts: number
  reason: string | null
}

export type TracedMessage = {
  tenant_id: number
  domain: string
  id: number
  kind: MessageKind
  record_id: number
  deduplication_key: string
  created_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  drop_reason: string | null
  refused_at: Temporal.Instant | null
  refusal: string | null
  job: TracedJob | null
}

const BOOKING_COLUMNS = `
  b.tenant_id, d.domain, t.time_zone, b.id, b.series_id, b.email, b.deleted_at is not null as is_cancelled, b.visit_day,
  b.starts_at, b.scheduled_at, s.app_day_reminder as days_before`

const BOOKING_TABLES = `
  join tenants t on t.id = b.tenant_id
  join domains d on d.tenant_id = b.tenant_id and d.is_canonical
  join configurations s on s.tenant_id = b.tenant_id`

/** The bookings with an id, or with the key of its private link. The list of tenants lets them use their indexes. */
export async function findBookingsToTrace(owner: pg.Pool, booking: string): Promise<TracedBooking[]> {
  const condition = /^\d{1,15}$/.test(booking) ? 'b.id = $1::bigint' : 'b.hidden_id = $1'
  const { rows } = await owner.query<TracedBooking>(
    `select ${BOOKING_COLUMNS} from bookings b ${BOOKING_TABLES}
     where b.tenant_id = any (array(select id from tenants)) and ${condition}
     order by b.tenant_id limit ${MAX_TRACED}`,
    [booking],
  )
  return rows
}

/** The newest bookings with an e-mail address, also those of merged customers. */
export async function listBookingsToTrace(owner: pg.Pool, address: string): Promise<TracedBooking[]> {
  const { rows } = await owner.query<TracedBooking>(
    `select ${BOOKING_COLUMNS}
     from (
       select distinct tenant_id, coalesce(merged_into, id) as id from customers where starts_with(identity, lower($1) || ' ')
     ) c
     join bookings b on b.tenant_id = c.tenant_id and b.customer_id = c.id ${BOOKING_TABLES}
     where lower(b.email) = lower($1)
     order by b.created_at desc, b.id desc limit ${MAX_TRACED}`,
    [address],
  )
  return rows
}

const TO_CUSTOMER = ABOUT_BOOKING.filter(isToCustomer)
const TO_BUSINESS = ['contact-request', ...ABOUT_BOOKING.filter((kind) => !isToCustomer(kind))]
const TO_USER = [
  'invitation',
  'password-reset',
  'email-confirmation',
  'log-in-attempts',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-code-used',
  'administrator-appointed',
]

/** A job as JSON; one that has used all its retries is in a dead-letter queue. */
const JOB = `jsonb_build_object(
  'id', j.id, 'state', case when j.name = any ($3) then 'failed' else j.state::text end, 'due', j.start_after,
  'attempts', case when j.name = any ($3) then j.source_retry_count + 1
                   when j.state in ('active', 'retry') then j.retry_count + 1 else 0 end,
  'reason', coalesce(j.source_output, j.output) ->> 'reason')`

const UNFINISHED = `j.state in ('created', 'retry', 'active')`

/** Completes the messages of a common table expression `found (tenant_id, id)`, the newest first. */
const completeMessages = (messageQuery: string) => `
  with found as materialized (${messageQuery}),
       sending as materialized (
         select (j.data ->> 'tenant_id')::bigint as tenant_id, (j.data -> 'data' ->> 'message_id')::bigint as message_id,
                ${JOB} as job
         from pgboss.job j
         where ${UNFINISHED} and j.data -> 'data' ->> 'message_id' is not null
       )
  select m.tenant_id, d.domain, m.id, m.kind, m.record_id, m.deduplication_key, m.created_at, m.sent_at, m.drop_reason,
         m.refused_at, m.refusal, sending.job
  from found
  join messages m using (tenant_id, id)
  join domains d on d.tenant_id = m.tenant_id and d.is_canonical
  left join sending on sending.tenant_id = m.tenant_id and sending.message_id = m.id
  order by m.created_at desc, m.id desc limit ${MAX_TRACED}`

/** The newest messages about bookings, or about the series that they belong to. */
export async function listMessagesAbout(owner: pg.Pool, bookings: TracedBooking[]): Promise<TracedMessage[]> {
  const records = bookings.flatMap(({ tenant_id, id, series_id }) =>
    [id, ...(series_id === null || series_id === id ? [] : [series_id])].map((record) => [tenant_id, record] as const),
  )
  const { rows } = await owner.query<TracedMessage>(
    completeMessages(`
      select distinct m.tenant_id, m.id
      from unnest($1::bigint[], $2::bigint[]) record (tenant_id, id)
      join messages m on m.tenant_id = record.tenant_id and m.record_id = record.id and m.kind = any ($4)`),
    [records.map(([tenant]) => tenant), records.map(([, record]) => record), DEAD_LETTERS, ABOUT_BOOKING],
  )
  return rows
}

/** The newest messages to an e-mail address: of a customer, of someone on a waiting list, of a user or of a business. */
export async function listMessagesTo(
  owner: pg.Pool,
  address: string,
  bookings: TracedBooking[],
): Promise<TracedMessage[]> {
  const { rows } = await owner.query<TracedMessage>(
    completeMessages(`
      select m.tenant_id, m.id
      from unnest($1::bigint[], $2::bigint[]) booking (tenant_id, id)
      join messages m on m.tenant_id = booking.tenant_id and m.record_id = booking.id and m.kind = any ($5)
      union
      select m.tenant_id, m.id
      from users u join messages m on m.tenant_id = u.tenant_id and m.record_id = u.id and m.kind = any ($6)
      where lower(u.email) = lower($4)
      union
      select m.tenant_id, m.id
      from users u join new_device_log_ins l on l.tenant_id = u.tenant_id and l.user_id = u.id
      join messages m on m.tenant_id = l.tenant_id and m.record_id = l.id
        and m.kind in ('new-device', 'intruder-locked-out')
      where lower(u.email) = lower($4)
      union
      select m.tenant_id, m.id
      from previous_emails p join messages m on m.tenant_id = p.tenant_id and m.record_id = p.id and m.kind = 'email-changed'
      where lower(p.email) = lower($4)
      union
      select m.tenant_id, m.id
      from messages m join audit_entries e on e.tenant_id = m.tenant_id and e.id = m.record_id
      where m.kind = 'business-email-changed' and lower(e.before->>'email') = lower($4)
      union
      select m.tenant_id, m.id
      from waiting_list_entries w left join slot_holds h on h.tenant_id = w.tenant_id and h.entry_id = w.id
      join messages m on m.tenant_id = w.tenant_id
        and (m.record_id = w.id and m.kind = 'waiting-joined' or m.record_id = h.id and m.kind = 'waiting-offer')
      where lower(w.email) = lower($4)
      union
      select m.tenant_id, m.id
      from customers c
      join visitor_link_requests r on r.tenant_id = c.tenant_id and r.customer_id = c.id
      join messages m on m.tenant_id = r.tenant_id and m.record_id = r.id and m.kind = 'my-bookings'
      where lower(c.email) = lower($4)
      union
      select m.tenant_id, m.id
      from configurations s cross join lateral (
        select m.tenant_id, m.id from messages m
        where m.tenant_id = s.tenant_id and m.kind = any ($7) order by m.id desc limit ${MAX_TRACED}
      ) m
      where lower(s.email) = lower($4)`),
    [
      bookings.map(({ tenant_id }) => tenant_id),
      bookings.map(({ id }) => id),
      DEAD_LETTERS,
      address,
      TO_CUSTOMER,
      TO_USER,
      TO_BUSINESS,
    ],
  )
  return rows
}

export type NotifyJob = { tenant_id: number; booking_id: number; event: string; job: TracedJob }

/** The unfinished jobs that still have to write the e-mails about bookings. */
export async function listNotifyJobs(owner: pg.Pool, bookings: TracedBooking[]): Promise<NotifyJob[]> {
  const { rows } = await owner.query<NotifyJob>(
    `select booking.tenant_id, booking.id as booking_id, j.data -> 'data' ->> 'event' as event, ${JOB} as job
     from pgboss.job j
     join unnest($1::bigint[], $2::bigint[]) booking (tenant_id, id)
       on j.data ->> 'tenant_id' = booking.tenant_id::text
      and (j.data -> 'data' ->> 'booking_id' = booking.id::text
           or j.data -> 'data' -> 'booking_ids' @> to_jsonb(booking.id))
     where ${UNFINISHED} and coalesce(j.source_name, j.name) = 'notify'`,
    [bookings.map(({ tenant_id }) => tenant_id), bookings.map(({ id }) => id), DEAD_LETTERS],
  )
  return rows
}

export type TracedText = {
  tenant_id: number
  domain: string
  id: number
  booking_id: number
  kind: Row<'text_messages'>['kind']
  channel: Row<'text_messages'>['channel']
  state: Row<'text_messages'>['state']
  reason: string | null
  created_at: Temporal.Instant
  changed_at: Temporal.Instant
}

/** The newest messages by WhatsApp and SMS about bookings. */
export async function listTextsAbout(owner: pg.Pool, bookings: TracedBooking[]): Promise<TracedText[]> {
  const { rows } = await owner.query<TracedText>(
    `select m.tenant_id, d.domain, m.id, m.booking_id, m.kind, m.channel, m.state, m.reason, m.created_at, m.changed_at
     from unnest($1::bigint[], $2::bigint[]) record (tenant_id, id)
     join text_messages m on m.tenant_id = record.tenant_id and m.booking_id = record.id
     join domains d on d.tenant_id = m.tenant_id and d.is_canonical
     order by m.created_at desc, m.id desc limit ${MAX_TRACED}`,
    [bookings.map(({ tenant_id }) => tenant_id), bookings.map(({ id }) => id)],
  )
  return rows
}
