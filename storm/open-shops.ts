import { addDays } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { insertTenant } from '../server/src/provider/provider.repository.ts'
import { hashPassword } from '../server/src/users/passwords.ts'
import type { Ask, Client } from './client.ts'
import type { Database } from './database.ts'
import type { Business } from './plan.ts'
import { PASSWORD, REMINDER_DAYS, type Shop, type Staff, serviceValueOf, slotsOf } from './shop.ts'
import { bookingAsk } from './visitors.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** How many visits of tomorrow each business has that are to be reminded of. */
const DUE_VISITS = 12

/** Round the clock, but for half an hour at noon: whenever the storm blows, something of today can be booked. */
const hours = Object.fromEntries(
  DAYS.flatMap((day) => [
    [`${day}_morning_from`, '00:00'],
    [`${day}_morning_to`, '12:00'],
    [`${day}_afternoon_from`, '12:30'],
    [`${day}_afternoon_to`, '23:30'],
  ]),
)

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
      const { marker: name, timeZone } = business
      const tenantId = (await insertTenant(owner, { name, domain, timeZone, admin }))!
      shops.push(await openShop(client, { business, domain, tenantId, street: i }))
    }
    for (const shop of shops) await bookDueVisits(client, database, shop)
    return shops
  } finally {
    await owner.end()
  }
}

type Site = { business: Business; domain: string; tenantId: number; street: number }

async function openShop(client: Client, { business, domain, tenantId, street }: Site): Promise<Shop> {
  const { marker, timeZone, capacity, notice } = business
  const shop: Shop = {
    marker,
    domain,
    tenantId,
    timeZone,
    capacity,
    notice: notice * 3_600_000,
    calendars: [],
    services: [],
    staff: [],
    bookings: new Map(),
    ownBookings: new Map(),
    closures: [],
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
    },
    change: { record: `texts ${marker}`, how: 'create', value: `${marker} saluta 0` },
    expected: [200],
  })
  for (const durations of business.calendars) await addCalendar(durations)
  for (const i of [1, 2]) await addEditor(i)
  return shop

  async function addCalendar(durations: number[]) {
    const payload = {
      name: `${marker} sala ${shop.calendars.length}`,
      description: marker,
      from: '2026-01-01',
      simultaneous_bookings_number: capacity,
      ...hours,
    }
    const calendar = await ask({ method: 'POST', path: '/calendars', token, payload, expected: [201] })
    shop.calendars.push(calendar.id)
    for (const duration of durations) {
      const service = { name: `${marker} servizio ${duration}`, duration, amount: '25.00' }
      const made = await ask({
        method: 'POST',
        path: '/services',
        token,
        payload: { ...service, description: marker, calendar_id: calendar.id },
        expected: [201],
      })
      shop.services.push({ id: made.id, calendarId: calendar.id, duration })
      // Its number is known only now; saved once more, its history begins here.
      await ask({
        method: 'PUT',
        path: `/services/${made.id}`,
        token,
        payload: { ...service, description: marker, calendar_id: calendar.id },
        change: { record: `service ${made.id}`, how: 'create', value: serviceValueOf(service) },
        expected: [200],
      })
    }
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

/** Visits of tomorrow that were chosen long ago, so that they are due to be reminded of once reminders are wanted. */
async function bookDueVisits(client: Client, database: Database, shop: Shop) {
  const [server] = client.servers
  const service = shop.services[0]!
  const tomorrow = addDays(localTimeAt(Date.now(), shop.timeZone).date, 1)
  const path = `/client/services/${service.id}`
  const expected = [200]
  const read = await client.ask(server!, { actor: 'owner', shop, what: 'set up', method: 'GET', path, expected })
  const slots = slotsOf(read.json).filter(({ visit_day }) => visit_day === tomorrow)
  for (const [i, slot] of slots.slice(-DUE_VISITS).entries())
    await client.ask(
      server!,
      bookingAsk(shop, { actor: 'owner', key: `${shop.marker.toLowerCase()}-due${i}` }, { service, slot }),
    )
  await database.query(`update bookings set scheduled_at = now() - interval '30 days' where tenant_id = $1`, [
    shop.tenantId,
  ])
  await client.ask(server!, {
    actor: 'owner',
    shop,
    what: 'set up',
    method: 'PUT',
    path: '/configs/update',
    token: shop.staff[0]!.token,
    payload: { app_day_reminder: REMINDER_DAYS },
    expected,
  })
}
