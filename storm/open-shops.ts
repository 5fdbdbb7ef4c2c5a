import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { insertTenant } from '../server/src/provider/provider.repository.ts'
import { hashPassword } from '../server/src/users/passwords.ts'
import type { Ask, Client } from './client.ts'
import type { Database } from './database.ts'
import type { Business } from './plan.ts'
import {
  bookingValueOf,
  calendarName,
  PASSWORD,
  REMINDER_DAYS,
  recordOfEmail,
  type Shop,
  type Staff,
  serviceValueOf,
  slotsOf,
} from './shop.ts'
import { bookingAsk } from './visitors.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** How many visits of tomorrow each business has that are to be reminded of. */
const DUE_VISITS = 12

/** How many visits are over, and for how many days more than they were booked ahead. */
const PAST_VISITS = 8
const PAST_SINCE = 8

/** How many people the staff blocks now and then. */
const UNWANTED = 3

/** Round the clock, but for half an hour at noon: whenever the storm blows, something of today can be booked. */
const hours = Object.fromEntries(
  DAYS.flatMap((day) => [
    [`${day}_morning_from`, '00:00'],
    [`${day}_morning_to`, '12:00'],
    [`${day}_afternoon_from`, '12:30'],
    [`${day}_afternoon_to`, '23:30'],
  ]),
)

/** A time zone in which it is about noon now. */
const zoneByDay = () =>
  Intl.supportedValuesOf('timeZone').find((zone) => Math.floor(localTimeAt(Date.now(), zone).minutes / 60) === 12)!

type Parts = { client: Client; database: Database; businesses: Business[] }

/** Opens the businesses as their owners do, through the API. */
export async function openShops({ client, database, businesses }: Parts): Promise<Shop[]> {
  const owner = openOwnerPool(database.urls.owner)
  const passwordHash = await hashPassword(PASSWORD)
  try {
    const shops: Shop[] = []
    for (const [i, business] of businesses.entries()) {
      const domain = `${business.marker.toLowerCase()}.example`
      const admin = { name: 'Ada', surname: business.marker, email: `ada@${domain}`, passwordHash }
      const { marker: name } = business
      const timeZone = business.timeZone ?? zoneByDay()
      const tenantId = (await insertTenant(owner, { name, domain, timeZone, admin }))!
      shops.push(await openShop(client, { business, domain, tenantId, timeZone, street: i }))
    }
    for (const shop of shops) await bookEarlierVisits(client, database, shop)
    return shops
  } finally {
    await owner.end()
  }
}

type Site = { business: Business; domain: string; tenantId: number; timeZone: string; street: number }

async function openShop(client: Client, { business, domain, tenantId, timeZone, street }: Site): Promise<Shop> {
  const { marker, capacity, notice, maxPerDay = 0, buffers = [0, 0], anybody = [], waiting = 0 } = business
  const shop: Shop = {
    marker,
    domain,
    tenantId,
    timeZone,
    capacity,
    notice: notice * 3_600_000,
    maxPerDay,
    calendars: [],
    services: [],
    staff: [],
    bookings: new Map(),
    ownBookings: new Map(),
    closures: [],
    openings: [],
    series: [],
    waiting: [],
    past: [],
    mainCustomer: 0,
    doubles: new Set(),
    unwanted: [],
    images: [],
    wanted: new Map(),
  }
  const ask = async (asked: Omit<Ask, 'actor' | 'shop' | 'what'>) => {
    const told = await client.ask(client.servers[0]!, { actor: 'owner', shop, what: 'set up', ...asked })
    if (!told.status || told.status >= 300)
      throw new Error(`${asked.path}: ${told.status} ${JSON.stringify(told.json)}`)
    return told.json
  }
  const logIn = async (email: string, address: string) =>
    (await ask({ method: 'POST', path: '/login', payload: { email, password: PASSWORD }, address, expected: [200] }))
      .access_token as string

  const adminEmail = `ada@${domain}`
  const address = `10.9.${street}.1`
  const token = await logIn(adminEmail, address)
  const me = await ask({ method: 'GET', path: '/user/userInfo', token, expected: [200] })
  shop.staff.push({ id: me.id, email: adminEmail, role: 'admin', token, address })

  await ask({
    method: 'PUT',
    path: '/configs/update',
    token,
    payload: {
      app_name: marker,
      app_primary_color: '#1d4ed8',
      email: `negozio@${domain}`,
      welcome_text: `${marker} saluta 0`,
      app_booking_max_months: 2,
      app_booking_hours_notice: notice,
      app_simultaneous_bookings_enabled: capacity > 1,
      app_waiting_list_minutes: waiting,
    },
    change: { record: `texts ${marker}`, how: 'create', value: `${marker} saluta 0` },
    expected: [200],
  })
  for (const durations of business.calendars) {
    const calendar = await addCalendar()
    for (const duration of durations) await addService(duration, [calendar])
  }
  for (const duration of anybody) await addService(duration, shop.calendars)
  for (const i of [1, 2]) await addEditor(i)
  return shop

  async function addCalendar(): Promise<number> {
    const payload = {
      name: calendarName(marker, shop.calendars.length),
      description: marker,
      from: '2026-01-01',
      simultaneous_bookings_number: capacity,
      max_bookings_per_day: maxPerDay,
      ...hours,
    }
    const calendar = await ask({ method: 'POST', path: '/calendars', token, payload, expected: [201] })
    shop.calendars.push(calendar.id)
    return calendar.id
  }

  async function addService(duration: number, [calendarId, ...others]: number[]) {
    const service = { name: `${marker} servizio ${duration}`, duration, amount: '25.00' }
    const [buffer_before, buffer_after] = buffers
    const made = await ask({
      method: 'POST',
      path: '/services',
      token,
      payload: {
        ...service,
        description: marker,
        calendar_id: calendarId,
        other_calendar_ids: others,
        buffer_before,
        buffer_after,
      },
      expected: [201],
    })
    shop.services.push({ id: made.id, calendarId: calendarId!, calendars: [calendarId!, ...others], duration })
    // Its number is known only now; saved once more, its history begins here.
    await ask({
      method: 'PUT',
      path: `/services/${made.id}`,
      token,
      payload: { ...service, description: marker, calendar_id: calendarId },
      change: { record: `service ${made.id}`, how: 'create', value: serviceValueOf(service) },
      expected: [200],
    })
  }

  async function addEditor(i: number) {
    const email = `editor${i}@${domain}`
    const profile = { name: 'Lia', surname: `${marker} ${i}`, email, phone: '0' }
    const made = await ask({
      method: 'POST',
      path: '/users',
      token,
      payload: { ...profile, role: 'editor', password: PASSWORD },
      expected: [201],
    })
    const editor: Staff = {
      id: made.id,
      email,
      role: 'editor',
      address: `10.9.${street}.${1 + i}`,
      token: await logIn(email, `10.9.${street}.${1 + i}`),
    }
    await ask({
      method: 'PUT',
      path: '/user/update',
      token: editor.token,
      payload: profile,
      change: { record: `profile ${made.id}`, how: 'create', value: '0' },
      expected: [200],
    })
    shop.staff.push(editor)
  }
}

/**
 * Visits of tomorrow that were chosen long ago, so that they are due to be reminded of once reminders are wanted; visits that are
 * over; and those of people whom nobody wants.
 */
async function bookEarlierVisits(client: Client, database: Database, shop: Shop) {
  const [server] = client.servers
  const [service] = shop.services
  const { staff, marker } = shop
  const about = { actor: 'owner', shop, what: 'set up' }
  const asStaff = { ...about, token: staff[0]!.token, expected: [200] }
  const today = localTimeAt(Date.now(), shop.timeZone).date
  const path = `/client/services/${service!.id}`
  const read = await client.ask(server!, { ...about, method: 'GET', path, expected: [200] })
  const bookOn = async (day: PlainDate, name: string, most: number, telephone = (_i: number) => '3331234567') => {
    const slots = slotsOf(read.json).filter(({ visit_day }) => visit_day === day)
    const made: StaffBooking[] = []
    for (const [i, slot] of slots.slice(-most).entries()) {
      const who = { actor: 'owner', key: `${marker.toLowerCase()}-${name}${i}`, telephone: telephone(i) }
      const { status, json } = await client.ask(server!, bookingAsk(shop, who, { service: service!, slot }))
      if (status === 201) made.push(json)
    }
    return Promise.all(made.map(({ id }) => ask({ method: 'GET', path: `/bookings/${id}` })))
  }
  const ask = async (asked: Pick<Ask, 'method' | 'path' | 'payload' | 'change'>) =>
    (await client.ask(server!, { ...asStaff, ...asked })).json
  // Of whom the staff has noted something nobody is forgotten.
  const note = ({ customer_id }: StaffBooking) =>
    ask({ method: 'PUT', path: `/customers/${customer_id}/notes`, payload: { notes: marker } })

  const due = await bookOn(addDays(today, 1), 'due', DUE_VISITS)
  await note(due[0]!)
  shop.mainCustomer = due[0]!.customer_id

  const unwanted = await bookOn(addDays(today, 2), 'unwanted', UNWANTED, (i) => `34700000${100 + i}`)
  for (const booking of unwanted) await note(booking)
  shop.unwanted = unwanted.map(({ customer_id, telephone }) => ({ id: customer_id, telephone }))

  const past = await bookOn(addDays(today, 3), 'past', PAST_VISITS)
  await database.query(
    `update bookings set visit_day = visit_day - $2::int, starts_at = starts_at - $2::int * interval '1 day',
       ends_at = ends_at - $2::int * interval '1 day', busy_from = busy_from - $2::int * interval '1 day',
       busy_to = busy_to - $2::int * interval '1 day'
     where tenant_id = $1 and id = any($3)`,
    [shop.tenantId, PAST_SINCE, past.map(({ id }) => id)],
  )
  for (const { id, email, ...visit } of past) {
    const value = bookingValueOf({ ...visit, visit_day: addDays(visit.visit_day, -PAST_SINCE) })
    const change = { record: recordOfEmail(email), how: 'update', value } as const
    await ask({ method: 'GET', path: `/bookings/${id}`, change })
    shop.past.push({ id, record: change.record })
  }

  await database.query(
    `update bookings set scheduled_at = now() - interval '30 days' where tenant_id = $1 and id = any($2)`,
    [shop.tenantId, due.map(({ id }) => id)],
  )
  await ask({ method: 'PUT', path: '/configs/update', payload: { app_day_reminder: REMINDER_DAYS } })
}
