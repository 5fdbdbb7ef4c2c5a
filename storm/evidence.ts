import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { overbookedInstants } from '../server/test/overbooked.ts'
import type { Database } from './database.ts'
import type { Line } from './journal.ts'
import {
  bookingValueOf,
  closureOf,
  closureValueOf,
  isOfSeries,
  personOf,
  personValueOf,
  recordOfEmail,
  type Shop,
  seriesValueOf,
  serviceValueOf,
} from './shop.ts'

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
  /** Days of calendars with more visits than they take. */
  crowded: { marker: string; calendar_id: number; visit_day: PlainDate; visits: number }[]
  /** What the owner of each business read of its bookings, and what they add up to. */
  numbers: { marker: string; told: Figures; counted: Figures }[]
}

/** Of the days that are over; and how many bookings there are from today on, as far as was asked. */
export type Figures = {
  bookings: number
  cancelled: number
  missed: number
  visits: number
  minutes_booked: number
  revenue: string
  from_today_on: number
}

/** What somebody was told of the bookings of a business on a day, up to another one. */
export type Told = { marker: string; today: PlainDate; until: PlainDate; figures: Figures }

export type ShopFacts = Pick<Shop, 'marker' | 'tenantId' | 'timeZone' | 'capacity' | 'notice' | 'maxPerDay'> & {
  services: { id: number; calendarId: number; calendars: number[] }[]
  /** How many work there. */
  staff: number
}

export type Evidence = { lines: Line[]; shops: ShopFacts[]; rows: Rows }

export const factsOf = ({
  marker,
  tenantId,
  timeZone,
  capacity,
  notice,
  maxPerDay,
  services,
  staff,
}: Shop): ShopFacts => ({
  marker,
  tenantId,
  timeZone,
  capacity,
  notice,
  maxPerDay,
  services,
  staff: staff.length,
})

/** What the database says when all is over. */
export async function readRows(
  database: Pick<Database, 'urls' | 'query'>,
  shops: ShopFacts[],
  told: Told[],
): Promise<Rows> {
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
            case when c.merged_into is not null then 'a double'
              else lower(coalesce(d.name || '|' || d.surname || '|' || d.email, c.name || '|' || c.surname || '|' || c.email)) end as customer,
            lower(b.name || '|' || b.surname || '|' || b.email) as visitor
     from bookings b join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
     left join customers d on d.tenant_id = b.tenant_id and d.merged_into = c.id and d.email = b.email and d.name = b.name`,
  )
  const [ofSeries, single] = [bookings.filter(isOfSeries), bookings.filter((row) => !isOfSeries(row))]
  const series = Map.groupBy(
    ofSeries.filter(({ is_cancelled }) => !is_cancelled),
    ({ email }) => recordOfEmail(email).replace('booking', 'series'),
  )
  const values = await query<{ record: string; value: string }>(
    `select 'profile ' || id as record, phone as value from users
     union all
     select 'texts ' || t.name, c.welcome_text from configurations c join tenants t on t.id = c.tenant_id
     union all
     select 'double ' || id, merged_into::text from customers where merged_into is not null
     union all
     select 'block ' || id, 'blocked' from customers where blocked_at is not null
     union all
     select 'customer ' || split_part(email, '@', 1), 'known' from customers
     union all
     select 'outcome ' || split_part(email, '@', 1), outcome from bookings where outcome is not null
     union all
     select 'waiting ' || split_part(email, '@', 1), coalesce(ending, 'waits') from waiting_entries
     union all
     select 'opening ' || reason, string_agg(concat_ws('|', calendar_id, day, hour_from, hour_to), ' and ')
     from openings where deleted_at is null group by reason`,
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
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
       -- Somebody's offer ends later, and waiting lists are looked through every minute.
       and not (name = 'offer-places' and state = 'created')
     group by 1, 2`,
  )
  return {
    bookings: single.map((row) => ({
      ...row,
      record: recordOfEmail(row.email),
      value: row.is_cancelled ? null : bookingValueOf(row),
    })),
    values: new Map<string, string | null>([
      ...values.map(({ record, value }) => [record, value] as const),
      ...services.map((row) => [`service ${row.id}`, serviceValueOf(row)] as const),
      ...closures.map((row) => [closureOf(row.reason, row), closureValueOf(row)] as const),
      ...single.map((row) => [personOf(recordOfEmail(row.email)), personValueOf(row)] as const),
      ...series.entries().map(([record, visits]) => [record, seriesValueOf(visits)] as const),
      ...contacts.map(({ record }) => [record, 'asked'] as const),
    ]),
    contacts: new Map(contacts.map(({ record, times }) => [record, times])),
    announced: new Map(announced.map(({ booking, times }) => [booking, times])),
    notifications: Map.groupBy(notifications, ({ user_id }) => user_id),
    jobs,
    overbooked: await readOverbooked(database.urls.owner, shops),
    crowded: await readCrowded(database, shops),
    numbers: await Promise.all(told.map((one) => readFigures(database, shops, one))),
  }
}

async function readCrowded({ query }: Pick<Database, 'query'>, shops: ShopFacts[]): Promise<Rows['crowded']> {
  const limited = shops.filter(({ maxPerDay }) => maxPerDay > 0)
  const found = await Promise.all(
    limited.map(async ({ marker, tenantId, maxPerDay }) => {
      const rows = await query<{ calendar_id: number; visit_day: PlainDate; visits: number }>(
        `select calendar_id::int, visit_day::text, count(*)::int as visits from bookings
         where tenant_id = $1 and deleted_at is null group by 1, 2 having count(*) > $2`,
        [tenantId, maxPerDay],
      )
      return rows.map((row) => ({ marker, ...row }))
    }),
  )
  return found.flat()
}

async function readFigures(
  { query }: Pick<Database, 'query'>,
  shops: ShopFacts[],
  { marker, today, until, figures }: Told,
) {
  const { tenantId } = shops.find((shop) => shop.marker === marker)!
  const [counted] = await query<Figures>(
    `select count(*) filter (where is_over and stands)::int as bookings,
            count(*) filter (where is_over and not stands)::int as cancelled,
            count(*) filter (where is_over and stands and is_missed)::int as missed,
            count(*) filter (where is_over and stands and not is_missed)::int as visits,
            coalesce(sum(service_duration) filter (where is_over and stands), 0)::int as minutes_booked,
            coalesce(sum(service_price) filter (where is_over and stands and not is_missed), 0)::numeric(12, 2)::text as revenue,
            count(*) filter (where not is_over and stands)::int as from_today_on
     from (select *, visit_day < $2 as is_over, deleted_at is null as stands, outcome is not distinct from 'missed' as is_missed
           from bookings where tenant_id = $1 and visit_day <= $3) as counted`,
    [tenantId, today, until],
  )
  return { marker, told: figures, counted: counted! }
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
