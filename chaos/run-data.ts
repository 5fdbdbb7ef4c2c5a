import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import {
  type Booking,
  type Business,
  bookingRecord,
  closureValue,
  isOfSeries,
  seriesRecord,
  seriesValue,
  serviceValue,
  visitValue,
} from './business.ts'
import type { Line, Timestamp } from './event-log.ts'
import type { Database } from './processes/database.ts'

export type BusinessFacts = Pick<
  Business,
  'marker' | 'tenantId' | 'timeZone' | 'capacity' | 'notice' | 'maxPerDay' | 'services' | 'staff'
>

/** A booking that belongs to no series. */
export type BookingRow = {
  id: number
  tenantId: number
  calendar: number
  email: string
  record: string
  /** Null when it is cancelled. */
  value: string | null
  start: Timestamp
}

/** The content of the database at the end of the run. */
export type Rows = {
  bookings: BookingRow[]
  /** The values of all other records. */
  values: Map<string, string | null>
  /** The number of users who were notified of each booking, by 'tenant/booking'. */
  notified: Map<string, number>
  /** Jobs that are not done, and jobs that have failed permanently. */
  jobs: { queue: string; state: string; jobs: number }[]
  /** Instants at which a calendar has more visits than its capacity, and days with more than its daily limit. */
  overbooked: { marker: string; calendar: number; at: string; visits: number }[]
}

export type RunData = { lines: Line[]; businesses: BusinessFacts[]; rows: Rows }

export async function readRows(database: Pick<Database, 'urls' | 'query'>, businesses: BusinessFacts[]): Promise<Rows> {
  const { query } = database
  const bookings = await query<Booking & { tenant_id: number; start: number; is_cancelled: boolean }>(
    `select id::int, tenant_id::int, calendar_id::int, service_id::int, email, visit_day::text, visit_hour::text,
            (extract(epoch from starts_at) * 1000)::float8 as start, deleted_at is not null as is_cancelled
     from bookings`,
  )
  const series = Map.groupBy(
    bookings.filter((booking) => isOfSeries(booking) && !booking.is_cancelled),
    ({ email }) => seriesRecord(email),
  )
  const services = await query<{ id: number; name: string; duration: number }>(
    'select id::int, name, duration from services where deleted_at is null',
  )
  const closures = await query<Parameters<typeof closureValue>[0] & { reason: string }>(
    `select reason, calendar_id::int, day_from::text, to_char(hour_from, 'HH24:MI') as hour_from, day_to::text,
            to_char(hour_to, 'HH24:MI') as hour_to
     from calendar_exceptions where kind = 'closure' and deleted_at is null`,
  )
  const others = await query<{ record: string; value: string }>(
    `select 'texts ' || t.name as record, c.welcome_text as value
     from configurations c join tenants t on t.id = c.tenant_id
     union all
     select 'waiting ' || split_part(email, '@', 1), coalesce(ending, 'waits') from waiting_list_entries`,
  )
  const notified = await query<{ booking: string; users: number }>(
    `select tenant_id || '/' || split_part(deduplication_key, ':', 2) as booking, count(*)::int as users
     from notifications where deduplication_key like 'booking-created:%' group by 1`,
  )
  return {
    bookings: bookings
      .filter((booking) => !isOfSeries(booking))
      .map((booking) => ({
        id: booking.id,
        tenantId: booking.tenant_id,
        calendar: booking.calendar_id,
        email: booking.email,
        record: bookingRecord(booking.email),
        value: booking.is_cancelled ? null : visitValue(booking),
        start: booking.start,
      })),
    values: new Map([
      ...series.entries().map(([record, visits]) => [record, seriesValue(visits)] as const),
      ...services.map((service) => [`service ${service.id}`, serviceValue(service)] as const),
      ...closures.map((closure) => [`closure ${closure.reason}`, closureValue(closure)] as const),
      ...others.map(({ record, value }) => [record, value] as const),
    ]),
    notified: new Map(notified.map(({ booking, users }) => [booking, users])),
    // Offers that end later and the scan of the waiting lists are always scheduled.
    jobs: await query(
      `select name as queue, state::text, count(*)::int as jobs from pgboss.job
       where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
         and not (name = 'offer-slots' and state = 'created')
       group by 1, 2`,
    ),
    overbooked: (await Promise.all(businesses.map((business) => readOverbooked(database, business)))).flat(),
  }
}

async function readOverbooked(
  { urls, query }: Pick<Database, 'urls' | 'query'>,
  { marker, tenantId, capacity, maxPerDay }: BusinessFacts,
): Promise<Rows['overbooked']> {
  const owner = openOwnerPool(urls.owner)
  try {
    const instants = await findOverbooked(owner, tenantId, capacity)
    const days = await query<{ calendar_id: number; starts_at: string; visits: number }>(
      `select calendar_id::int, visit_day::text as starts_at, count(*)::int as visits from bookings
       where tenant_id = $1 and deleted_at is null group by calendar_id, visit_day having $2 > 0 and count(*) > $2`,
      [tenantId, maxPerDay],
    )
    return [...instants, ...days].map(({ calendar_id, starts_at, visits }) => ({
      marker,
      calendar: calendar_id,
      at: String(starts_at),
      visits,
    }))
  } finally {
    await owner.end()
  }
}
