import { addDays, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { answerCache } from '../../cache/answer-cache.ts'
import { findDaysVersion, listBusy, listOccupied } from '../../features/availability/availability.repository.ts'
import { listExceptions } from '../../features/availability/exceptions.repository.ts'
import { countUpcomingBookings } from '../../features/availability/upcoming-bookings.repository.ts'
import { listCustomerEmails } from '../../features/bookings/repositories/booking-history.repository.ts'
import {
  findStaffBooking,
  hasMoreBookings,
  listBookings,
  listBookingsOfDays,
  listFirstBookingsOfDays,
} from '../../features/bookings/repositories/bookings.repository.ts'
import {
  countBookingsInClosedTimes,
  listBookingsInClosedTimes,
} from '../../features/bookings/repositories/closed-times.repository.ts'
import { listPossibleDuplicates } from '../../features/customers/duplicates.repository.ts'
import { searchCustomers } from '../../features/customers/search-customers.ts'
import { listMailBookings } from '../../features/emails/templates/email-records.repository.ts'
import {
  countUnread,
  listNotificationIdsAfter,
  listNotifications,
} from '../../features/notifications/notifications.repository.ts'
import { listClosuresOfDays } from '../../features/schedule/closures.repository.ts'
import { publicServices } from '../../features/services/public-services.ts'
import type { Context } from '../../tenants/context.ts'
import { tenantDatabase } from '../tenant-database.ts'

const TODAY = parsePlainDate('2026-11-21')

/** Number of past bookings, and maximum number of rows that a statement may read and discard. */
const HISTORY = 12_000
const MAX_DISCARDED = 50
/** Number of users of another business. */
const STAFF = 1000

// A database of its own, so that no other file's rows change the plans.
const server = await sharedServer({})
let here: TestTenant
let calendarId: number
let serviceId: number
let userId: number
beforeAll(async () => {
  here = await server.newTenant()
  const service = await here.newService()
  calendarId = service.calendar_id
  serviceId = service.id
  userId = (await here.as('admin')).id
  await here.book(service.id)
  await server.owner.query("select set_config('app.provider', 'on', false)")
  await server.owner.query(CUSTOMERS, [here.id, HISTORY / 10])
  await server.owner.query(PAST, [here.id, calendarId, userId, HISTORY])
  await server.owner.query(BESIDES, [here.id, calendarId, CALENDARS, HORIZON])
  await server.owner.query(STAFF_ELSEWHERE, [(await server.newTenant()).id, STAFF])
  await server.owner.query('vacuum analyze')
})

/** Thirty visits a day by forty customers, with the version of each day, a closure on each day, and read notifications. */
const PAST = `
  with days as (
    insert into calendar_days (tenant_id, calendar_id, day)
    select $1, $2, date '${TODAY}' - n from generate_series(1, $4 / 30) n
  ), closures as (
    insert into calendar_exceptions (tenant_id, kind, calendar_id, day_from, hour_from, day_to, hour_to, reason)
    select $1, 'closure', $2, date '${TODAY}' - n - 1, '13:00', date '${TODAY}' - n - 1, '14:00', 'Pausa' from generate_series(1, $4 / 10) n
  ), notified as (
    insert into notifications (tenant_id, user_id, title, message, read, deduplication_key)
    select $1, $3, 'Nuova prenotazione', '', true, 'past:' || n from generate_series(1, $4) n
  )
  insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
    service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at, scheduled_at)
  select b.tenant_id, md5(n::text), b.customer_id + n % 40, b.calendar_id, b.service_id, b.service_name, b.service_duration,
    b.service_price, b.name, b.surname, b.email, b.telephone, at::date, at::time, at, at + interval '15 minutes', at
  from bookings b, generate_series(1, $4) n, lateral (
    select timestamp '${TODAY} 08:00' - (n / 30) * interval '1 day' - interval '1 day' + (n % 30) * interval '15 minutes' as at
  ) t
  where b.tenant_id = $1`

/** Number of other calendars, and number of upcoming days on which all calendars have bookings. */
const CALENDARS = 60
const HORIZON = 90

const BESIDES = `
  with others as (
    insert into calendars (tenant_id, name, "from") select $1, 'Sala ' || n, '2020-01-01' from generate_series(1, $3) n returning id
  ), all_of_them as (select id from others union all select $2)
  insert into calendar_days (tenant_id, calendar_id, day)
  select $1, id, date '${TODAY}' + n from all_of_them, generate_series(0, $4 - 1) n
  on conflict do nothing`

/** Users of another tenant, so that a plan that looks up every user of all tenants reads too many rows. */
const STAFF_ELSEWHERE = `
  with staff as (
    insert into users (tenant_id, name, surname, email, role)
    select $1, 'Ugo', 'Neri', n || '@posta.example', 'operator' from generate_series(1, $2::int) n returning id
  )
  insert into notifications (tenant_id, user_id, title, message, read, deduplication_key)
  select $1, id, 'Nuova prenotazione', '', true, 'past:1' from staff`

/** One in ten is called Mario. */
const CUSTOMERS = `
  insert into customers (tenant_id, identity, name, surname, email, telephone)
  select $1, n, case when n % 10 = 0 then 'Mario' else 'Ada ' || n end, 'Ros' || md5(n::text), n || '@posta.example',
    (3330000000 + n * 7919)::text
  from generate_series(1, $2::int) n`

type Sent = { text: string; values: unknown[] }

/** Statements that begin and end the transaction of a single statement. */
const AROUND = /^(begin|commit|select set_config)/

/** The statements that a repository function sends. */
async function recordStatements(run: (ctx: Context) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const pool = server.connections.app
  const listening = new Proxy(pool, {
    get(target, property) {
      if (property !== 'connect') return Reflect.get(target, property)
      return async () => {
        const client = await target.connect()
        return new Proxy(client, {
          get(client, property) {
            const value = Reflect.get(client, property)
            if (property !== 'query') return typeof value === 'function' ? value.bind(client) : value
            return (query: Sent) => {
              if (!AROUND.test(query.text)) sent.push(query)
              return client.query(query)
            }
          },
        })
      }
    },
  })
  await run({ ...here.ctx(), db: tenantDatabase(listening, here.id) })
  return sent
}

type Node = {
  'Total Cost': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const discardedRows = (node: Node): number =>
  (node['Rows Removed by Filter'] ?? 0) +
  (node['Rows Removed by Index Recheck'] ?? 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + discardedRows(child), 0)

/** The rows that a plan reads, filtered ones included. */
const rowsRead = (node: Node): number =>
  node.Plans && node.Plans.length > 0
    ? node.Plans.reduce((sum, child) => sum + rowsRead(child), discardedRows({ ...node, Plans: [] }))
    : node['Actual Rows'] * node['Actual Loops'] + discardedRows(node)

const literal = (value: unknown) =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))

/** Explains a statement with the generic plan, which a connection uses after some executions. */
async function explain({ text, values }: Sent): Promise<Node> {
  const client = await server.connections.app.connect()
  try {
    await client.query(`begin; set local app.tenant_id = '${here.id}'; set local plan_cache_mode = force_generic_plan`)
    await client.query(`prepare asked as ${text}`)
    const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    const { rows } = await client.query(`explain (analyze, format json) execute asked${list}`)
    await client.query('deallocate asked; rollback')
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    client.release(true)
  }
}

const far = addDays(TODAY, 90)

const daysUntilFar = (...calendarIds: number[]) => ({ calendarIds, first: TODAY, last: far })

const aClosure = () => ({
  calendarIds: [calendarId],
  times: [{ day_from: TODAY, day_to: far, starts: NOW, ends: NOW.add({ hours: 24 * 90 }) }],
})

/** No other customer has this surname. */
const uniqueCustomer = { id: 1, name: 'Ada', surname: 'Unica', email: 'ada@posta.example', telephone: '3331234567' }

const READS: [name: string, run: (ctx: Context) => Promise<unknown>][] = [
  ['the busy times of a calendar', (ctx) => listBusy(ctx, [calendarId], TODAY, far)],
  ['the occupied times of some days', (ctx) => listOccupied(ctx, [calendarId], [TODAY, addDays(TODAY, 7), far])],
  ['the version of days', (ctx) => findDaysVersion(ctx, daysUntilFar(calendarId))],
  [
    'exceptions',
    (ctx) => listExceptions(ctx, { from: TODAY, to: far, calendarIds: [calendarId], includesUndoable: true }),
  ],
  ['exceptions of all calendars', (ctx) => listExceptions(ctx, { from: TODAY })],
  ['the bookings of a month', (ctx) => listBookingsOfDays(ctx, TODAY, addDays(TODAY, 30))],
  ['whether a month has more bookings than a limit', (ctx) => hasMoreBookings(ctx, addDays(TODAY, -40), TODAY, 600)],
  ['the first bookings of each day of a month', (ctx) => listFirstBookingsOfDays(ctx, addDays(TODAY, -40), TODAY, 2)],
  ['the closures of a month', (ctx) => listClosuresOfDays(ctx, TODAY, addDays(TODAY, 30))],
  ['the bookings in a closed period', (ctx) => listBookingsInClosedTimes(ctx, aClosure(), undefined, 50)],
  ['the number of bookings in a closed period', (ctx) => countBookingsInClosedTimes(ctx, aClosure())],
  ['the newest bookings', (ctx) => listBookings(ctx, undefined, 10)],
  ['one booking', (ctx) => findStaffBooking(ctx, 1)],
  ['customers by name', (ctx) => searchCustomers(ctx, 'Giulia Verdi', 8)],
  ['customers by a common prefix', (ctx) => searchCustomers(ctx, 'ma', 8)],
  ['customers by a mistyped name', (ctx) => searchCustomers(ctx, 'Guilia', 8)],
  ['customers by part of a telephone number', (ctx) => searchCustomers(ctx, '2345', 8)],
  ['the possible duplicates of a customer', (ctx) => listPossibleDuplicates(ctx, uniqueCustomer)],
  ['upcoming bookings of a calendar', (ctx) => countUpcomingBookings(ctx, 'calendar_id', calendarId)],
  ['upcoming bookings of a service', (ctx) => countUpcomingBookings(ctx, 'service_id', serviceId)],
  ['unread notifications', (ctx) => countUnread(ctx, userId)],
  ['the newest notifications', (ctx) => listNotifications(ctx, userId, undefined, 20)],
  ['notifications since', (ctx) => listNotificationIdsAfter(ctx, userId, 2 ** 40, 20)],
  ['the bookings of e-mails', (ctx) => listMailBookings(ctx, [1, 2])],
  ['the e-mails about a booking', (ctx) => listCustomerEmails(ctx, 1, 20)],
]

test.for(READS)(
  'reading %s does not scan years of bookings',
  { tags: ['13.8', '13.92', '13.135'] },
  async ([, run]) => {
    const statements = await recordStatements(run)

    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const plan = await explain(statement)
      expect([discardedRows(plan), statement.text]).toEqual([
        expect.toSatisfy((rows: number) => rows <= MAX_DISCARDED),
        statement.text,
      ])
    }
  },
)

test.for<[name: string, run: (ctx: Context) => Promise<unknown>, calendars: number]>([
  ['the version of its days', (ctx) => findDaysVersion(ctx, daysUntilFar(calendarId)), 1],
  [
    'the version of its days and those of another',
    (ctx) => findDaysVersion(ctx, daysUntilFar(calendarId, calendarId + 1)),
    2,
  ],
])('reading %s scans only the days of its calendars', async ([, run, calendars]) => {
  const [statement] = await recordStatements(run)

  const read = rowsRead(await explain(statement!))

  expect(read).toBeGreaterThanOrEqual(HORIZON)
  expect(read).toBeLessThanOrEqual(calendars * HORIZON + MAX_DISCARDED)
})

test('checks a cached service with one statement', { tags: ['13.130'] }, async () => {
  const answers = answerCache()
  const services = publicServices(answers)
  const read = () => recordStatements((ctx) => services.one(ctx, { service_id: serviceId }))

  await read()
  answers.invalidate(here.id)
  const [check, ...others] = await read()

  expect([check!.text, others]).toEqual([expect.stringContaining('calendar_days'), []])
  expect(await read()).toEqual([])
})

test('the history of the fixtures exists', async () => {
  expect(NOW.toString()).toContain(TODAY)
  const { count } = await here.db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(HISTORY + 1)
})
