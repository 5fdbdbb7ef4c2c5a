import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { insertTenant } from '../server/src/features/operations/provider/provider.repository.ts'
import type { Database, Server } from './system.ts'

export const TIME_ZONE = 'Europe/Rome'

export type Business = {
  domain: string
  tenantId: number
  calendarId: number
  serviceId: number
  duration: number
}

export type Slot = [day: PlainDate, hour: PlainTime]

type BusinessOptions = { domain?: string; duration?: number; capacity?: number; passwordHash?: string }

/** A business that is open every day from 8 to 20 and can be booked for three months. */
export async function newBusiness(
  { owner }: Pick<Database, 'owner'>,
  { domain = '127.0.0.1', duration = 30, capacity = 1, passwordHash = '' }: BusinessOptions = {},
): Promise<Business> {
  const admin = { name: 'Ada', surname: 'Neri', email: 'ada@bench.example', passwordHash }
  const tenantId = (await insertTenant(owner, { name: 'Bench', domain, timeZone: TIME_ZONE, admin }))!
  const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], half: 'morning', from: '08:00', to: '20:00' }
  const { rows } = await owner.query<{ calendar_id: number; service_id: number }>(
    `with configuration as (
       update configurations set app_primary_color = '#0f766e', app_booking_max_months = 3, email = 'salone@bench.example',
         app_simultaneous_bookings_enabled = true where tenant_id = $1
     ), calendar as (
       insert into calendars (tenant_id, name, "from", simultaneous_bookings_number, weeks)
       values ($1, 'Sala', '2020-01-01', $3, $4) returning id
     )
     insert into services (tenant_id, name, duration, amount, calendar_id)
     select $1, 'Taglio', $2, 25, id from calendar returning calendar_id::int, id::int as service_id`,
    [tenantId, duration, capacity, JSON.stringify([{ windows: [everyDay], pauses: [] }])],
  )
  const { calendar_id, service_id } = rows[0]!
  return { domain, tenantId, calendarId: calendar_id, serviceId: service_id, duration }
}

type Filling = {
  /** Bookings of each business, on consecutive half hours from 8 on. */
  bookings: number
  /** At most 24. */
  perDay: number
  /** The first day, counted from today. */
  firstDay: number
}

/** Inserts customers and bookings by SQL, in the order of their days. */
export async function fill({ superuser, settle }: Database, businesses: Business[], filling: Filling) {
  const { bookings, perDay, firstDay } = filling
  const ids = (key: 'tenantId' | 'calendarId' | 'serviceId') => businesses.map((business) => business[key])
  await superuser.query(`set session_replication_role = replica`)
  await superuser.query(
    `insert into customers (tenant_id, identity, name, surname, email, telephone)
     select tenant, customer::text, 'Giulia', 'Verdi ' || customer, 'cliente' || customer || '@posta.example', 3330000000 + customer
     from unnest($1::bigint[]) tenant, generate_series(0, $2 / 5) customer`,
    [ids('tenantId'), bookings],
  )
  await superuser.query(
    `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at, created_at)
     select tenant, md5(tenant || '-' || n), c.id, calendar, service, 'Taglio', 30, 25, c.name, c.surname, c.email,
       c.telephone, day, hour, (day + hour) at time zone $7, (day + hour) at time zone $7 + interval '30 minutes',
       least((day + hour) at time zone $7, now()) - interval '1 day'
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) business (tenant, calendar, service)
     cross join generate_series(0, $4::int - 1) n
     cross join lateral (
       select current_date + $6::int + n / $5::int as day, time '08:00' + n % $5::int * interval '30 minutes' as hour
     ) slot
     join customers c on c.tenant_id = tenant and c.identity = (n / 5)::text
     order by n, tenant`,
    [ids('tenantId'), ids('calendarId'), ids('serviceId'), bookings, perDay, firstDay, TIME_ZONE],
  )
  await superuser.query(
    `insert into calendar_days (tenant_id, calendar_id, day)
     select distinct tenant_id, calendar_id, visit_day from bookings where tenant_id = any($1)`,
    [ids('tenantId')],
  )
  await superuser.query(`set session_replication_role = origin`)
  await settle()
}

/** Every slot from tomorrow on, ordered so that concurrent clients rarely book the same day. */
export function spreadSlots({ duration }: Business, days: number) {
  const today = localTimeAt(Date.now(), TIME_ZONE).date
  const perDay = (12 * 60) / duration
  const slots = Array.from({ length: days * perDay }, (_, i): Slot => {
    const hour = toPlainTime(8 * 60 + (i % perDay) * duration)
    return [addDays(today, 1 + Math.floor(i / perDay)), hour]
  })
  return slots
    .map((slot) => ({ slot, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ slot }) => slot)
    .values()
}

export const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br' }

export const makeBooking = ([visit_day, visit_hour]: Slot) => ({
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia@posta.example',
  telephone: '3330000000',
  privacy: true,
  visit_day,
  visit_hour,
})

/** Books a slot. Throws unless it is created. */
export async function book(server: Pick<Server, 'call'>, { domain, serviceId }: Business, slot: Slot) {
  const path = `/client/bookings/create/${serviceId}`
  const { status, body } = await server.call({ host: domain, method: 'POST', path, payload: makeBooking(slot) })
  if (status !== 201) throw new Error(`${path}: ${status} ${body}`)
  return JSON.parse(body) as { hidden_id: string }
}

/** Reads the service with its free slots. */
export async function readService(server: Pick<Server, 'call'>, { domain, serviceId }: Business) {
  const path = `/client/services/${serviceId}`
  const { status } = await server.call({ host: domain, path, headers: BROWSER_HEADERS })
  if (status !== 200) throw new Error(`${path}: ${status}`)
}
