import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { overbookedInstants } from '../server/test/overbooked.ts'
import type { Database } from './database.ts'
import type { Line } from './journal.ts'
import { bookingValueOf, closureValueOf, recordOfEmail, type Shop, serviceValueOf } from './shop.ts'

/** A booking as the database has it when all is over. */
export type BookingRow = {
  tenant_id: number
  id: number
  key: string | null
  hidden_id: string
  email: string
  record: string
  /** Null once it is cancelled. */
  value: string | null
  /** What it keeps of its service. */
  copied: string
  calendar_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  starts_at: number
  scheduled_at: number
  is_cancelled: boolean
  /** What its customer is called, and it. */
  customer: string
  visitor: string
}

export type Rows = {
  bookings: BookingRow[]
  /** Every other record that the journal speaks of. */
  values: Map<string, string | null>
  /** How often a contact request is there. */
  contacts: Map<string, number>
  /** How often each booking's creation was told to the staff of its business. */
  announced: Map<string, number>
  /** The notifications of a user, and when they were made. */
  notifications: Map<number, { id: number; at: number }[]>
  /** Jobs that are not done, and those that have failed for good. */
  jobs: { queue: string; state: string; jobs: number }[]
  overbooked: { marker: string; calendar_id: number; starts_at: string; visits: number }[]
}

export type ShopFacts = Pick<Shop, 'marker' | 'tenantId' | 'timeZone' | 'capacity' | 'notice'> & {
  services: { id: number; calendarId: number }[]
  /** How many work there. */
  staff: number
}

export type Evidence = { lines: Line[]; shops: ShopFacts[]; rows: Rows }

export const factsOf = ({ marker, tenantId, timeZone, capacity, notice, services, staff }: Shop): ShopFacts => ({
  marker,
  tenantId,
  timeZone,
  capacity,
  notice,
  services,
  staff: staff.length,
})

/** What the database says when all is over. */
export async function readRows(database: Pick<Database, 'urls' | 'query'>, shops: ShopFacts[]): Promise<Rows> {
  const { query } = database
  const bookings = await query<
    Omit<BookingRow, 'record' | 'value'> & { name: string; telephone: string; service_id: number }
  >(
    `select b.tenant_id::int, b.id::int, b.idempotency_key as key, b.hidden_id, b.email, b.calendar_id::int,
            b.service_id::int, b.name, b.telephone, b.visit_day::text, b.visit_hour::text,
            b.service_name || '|' || b.service_duration || '|' || b.service_price as copied,
            (extract(epoch from b.starts_at) * 1000)::float8 as starts_at,
            (extract(epoch from b.scheduled_at) * 1000)::float8 as scheduled_at,
            b.deleted_at is not null as is_cancelled,
            lower(c.name || '|' || c.surname || '|' || c.email) as customer,
            lower(b.name || '|' || b.surname || '|' || b.email) as visitor
     from bookings b join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id`,
  )
  const values = await query<{ record: string; value: string }>(
    `select 'profile ' || id as record, phone as value from users
     union all
     select 'texts ' || t.name, c.welcome_text from configurations c join tenants t on t.id = c.tenant_id`,
  )
  const services = await query<{ id: number; name: string; duration: number; amount: string }>(
    'select id::int, name, duration, amount::text from services where deleted_at is null',
  )
  const closures = await query<Parameters<typeof closureValueOf>[0] & { reason: string }>(
    `select reason, calendar_id::int, day_from::text, to_char(hour_from, 'HH24:MI') as hour_from,
            day_to::text, to_char(hour_to, 'HH24:MI') as hour_to
     from days_off where deleted_at is null`,
  )
  const contacts = await query<{ record: string; times: number }>(
    `select 'contact ' || name as record, count(*)::int as times from contact_requests group by name`,
  )
  const announced = await query<{ booking: string; times: number }>(
    `select tenant_id || '/' || split_part(cause, ':', 2) as booking, count(*)::int as times
     from notifications where cause like 'booking-created:%' group by 1`,
  )
  const notifications = await query<{ user_id: number; id: number; at: number }>(
    `select user_id::int, id::int, (extract(epoch from created_at) * 1000)::float8 as at from notifications order by id`,
  )
  const jobs = await query<Rows['jobs'][number]>(
    `select name as queue, state::text, count(*)::int as jobs from pgboss.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' group by 1, 2`,
  )
  return {
    bookings: bookings.map((row) => ({
      ...row,
      record: recordOfEmail(row.email),
      value: row.is_cancelled ? null : bookingValueOf(row),
    })),
    values: new Map<string, string | null>([
      ...values.map(({ record, value }) => [record, value] as const),
      ...services.map((row) => [`service ${row.id}`, serviceValueOf(row)] as const),
      ...closures.map((row) => [`closure ${row.reason}`, closureValueOf(row)] as const),
      ...contacts.map(({ record }) => [record, 'asked'] as const),
    ]),
    contacts: new Map(contacts.map(({ record, times }) => [record, times])),
    announced: new Map(announced.map(({ booking, times }) => [booking, times])),
    notifications: Map.groupBy(notifications, ({ user_id }) => user_id),
    jobs,
    overbooked: await readOverbooked(database.urls.owner, shops),
  }
}

async function readOverbooked(url: string, shops: ShopFacts[]): Promise<Rows['overbooked']> {
  const owner = openOwnerPool(url)
  try {
    const found = await Promise.all(
      shops.map(async ({ marker, tenantId, capacity }) =>
        (await overbookedInstants(owner, tenantId, capacity)).map((row) => ({
          marker,
          ...row,
          starts_at: String(row.starts_at),
        })),
      ),
    )
    return found.flat()
  } finally {
    await owner.end()
  }
}
