import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

type Made = { id: number }
type List = {
  path: string
  key: string
  /** Newest first. */
  descending?: boolean
  make(here: TestTenant): Promise<Made>
  remove(here: TestTenant, id: number): Promise<unknown>
}

const softly =
  (table: 'calendars' | 'services' | 'calendar_exceptions' | 'users' | 'bookings') => (here: TestTenant, id: number) =>
    here.db.updateTable(table).set({ deleted_at: server.clock.now.toString() }).where('id', '=', id).execute()

const serviceByTenant = new WeakMap<TestTenant, Promise<{ id: number; calendar_id: number }>>()
const theService = (here: TestTenant) => {
  const service = serviceByTenant.get(here) ?? here.newService()
  serviceByTenant.set(here, service)
  return service
}
let hour = 0

const lists: List[] = [
  { path: '/users', key: 'users', make: (here) => here.newUser(), remove: softly('users') },
  { path: '/calendars', key: 'calendars', make: (here) => here.newCalendar(), remove: softly('calendars') },
  { path: '/services', key: 'services', make: (here) => here.newService(), remove: softly('services') },
  { path: '/client/services', key: 'services', make: (here) => here.newService(), remove: softly('services') },
  {
    path: '/days_off',
    key: 'daysOff',
    make: async (here) =>
      here.newDayOff({
        calendar_id: (await theService(here)).calendar_id,
        day_from: '2027-01-01',
        hour_from: '09:00',
        day_to: '2027-01-01',
        hour_to: '10:00',
      }),
    remove: softly('calendar_exceptions'),
  },
  {
    path: '/special-openings',
    key: 'openings',
    make: async (here) =>
      here.newSpecialOpening({ calendar_id: (await theService(here)).calendar_id, day: '2027-01-03' }),
    remove: softly('calendar_exceptions'),
  },
  {
    path: '/customers',
    key: 'customers',
    make: (here) =>
      here.db
        .insertInto('customers')
        .values({ tenant_id: here.id, identity: `${hour++}`, name: 'A', surname: 'B', email: 'a@b.it', telephone: '1' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    remove: (here, id) => here.db.deleteFrom('customers').where('id', '=', id).execute(),
  },
  {
    path: '/bookings',
    key: 'bookings',
    descending: true,
    make: async (here) => {
      const service = await theService(here)
      const day = `2026-12-${String(7 + (Math.floor(hour / 4) % 6)).padStart(2, '0')}`
      const answer = await here.book(service.id, { visit_day: day, visit_hour: `${15 + (hour++ % 4)}:00` })
      if (answer.statusCode !== 201) return { id: (await makeRow(here, service)).id }
      return answer.json()
    },
    remove: softly('bookings'),
  },
  {
    path: '/notifications',
    key: 'notifications',
    descending: true,
    make: async (here) => {
      const user = await here.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return here.db
        .insertInto('notifications')
        .values({ tenant_id: here.id, user_id: user.id, title: 'T', message: 'M', deduplication_key: `${hour++}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    },
    remove: (here, id) => here.db.deleteFrom('notifications').where('id', '=', id).execute(),
  },
]

async function makeRow(here: TestTenant, service: { id: number; calendar_id: number }) {
  const customer = await here.db
    .insertInto('customers')
    .values({ tenant_id: here.id, identity: `row ${hour++}`, name: 'A', surname: 'B', email: 'a@b.it', telephone: '1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return here.db
    .insertInto('bookings')
    .values({
      tenant_id: here.id,
      hidden_id: `hidden ${hour++} `.padEnd(22, 'x'),
      customer_id: customer.id,
      calendar_id: service.calendar_id,
      service_id: service.id,
      service_name: 'Taglio',
      service_duration: 60,
      service_price: '25',
      name: 'A',
      surname: 'B',
      email: 'a@b.it',
      telephone: '1',
      visit_day: parsePlainDate('2026-12-14'),
      visit_hour: parsePlainTime('09:00'),
      starts_at: '2026-12-14T08:00:00Z',
      ends_at: '2026-12-14T09:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

test.for(lists.map((list) => [list.path, list] as const))(
  '%s pages by cursor without repeating or hiding records when others are added or deleted in between, and takes 1 to 100 a page',
  { tags: ['4.5', '7.8', '7.10', '7.12', '7.16', '7.23', '7.26', '7.28'] },
  async ([path, { key, descending, make, remove }]) => {
    const here = await server.newTenant()
    await here.db.deleteFrom('users').where('tenant_id', '=', here.id).execute()
    const admin = await here.as('admin')
    const read = async (query: string) => {
      const { [key]: items, ...tail } = (await admin.get(`${path}?${query}`)).json()
      return { ids: items.map(({ id }: Made) => id), ...tail }
    }
    const existing = key === 'users' ? [admin.id] : []
    if (existing.length === 0) expect(await read('')).toMatchObject({ ids: [], last_id: null, has_more: false })

    const ids = [...existing]
    while (ids.length < 7) ids.push((await make(here)).id)
    if (descending) ids.reverse()

    const first = await read('per_page=3')
    expect(first).toMatchObject({ ids: ids.slice(0, 3), last_id: ids[2], has_more: true })

    // Deletes the record of the cursor, one before it and one after it, and adds one.
    if (key !== 'users') await remove(here, ids[1]!)
    await remove(here, ids[2]!)
    await remove(here, ids[4]!)
    const late = (await make(here)).id
    const rest = [ids[3]!, ids[5]!, ids[6]!, ...(descending ? [] : [late])]

    const second = await read(`per_page=2&last_id=${first.last_id}`)
    expect(second).toMatchObject({ ids: rest.slice(0, 2), last_id: rest[1], has_more: true })
    const third = await read(`per_page=2&last_id=${second.last_id}`)
    expect(third).toMatchObject({ ids: rest.slice(2), has_more: false })
    const beyond = await read(`per_page=2&last_id=${third.last_id}`)
    expect(beyond).toMatchObject({ ids: [], last_id: null, has_more: false })

    for (const query of ['per_page=0', 'per_page=101', 'per_page=x', 'last_id=0', 'last_id=x'])
      expect((await admin.get(`${path}?${query}`)).statusCode).toBe(422)
    for (const query of ['per_page=1', 'per_page=100', 'last_id=', 'last_id=null'])
      expect((await admin.get(`${path}?${query}`)).statusCode).toBe(200)
  },
)
