import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt, toInstant } from '@prenoto/core/time/time-zone.ts'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { type DatabaseUrls, openOwnerPool, type Pool } from '../server/src/database/connection.ts'
import { makeLogIns } from '../server/src/database/log-ins.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { insertTenant } from '../server/src/provider/provider.repository.ts'
import type { ApiOptions } from './api-server.ts'

/** The host that load is sent to is the business's domain. */
const DOMAIN = '127.0.0.1'
const TIME_ZONE = 'Europe/Rome'

export type Shop = {
  domain: string
  tenantId: number
  calendarId: number
  serviceId: number
  customerId: number
  today: PlainDate
}

export type Slot = [day: PlainDate, hour: PlainTime]

/** A durable PostgreSQL of its own in a temporary folder, migrated and empty. */
export async function benchDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-bench-'))
  // As root, PostgreSQL runs as another user, who has to be able to enter.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder)
  const urls = await makeLogIns(postgres.url)
  const owner = openOwnerPool(urls.owner)
  await migrate(owner)
  const postmaster = await postmasterOf(postgres.url)
  return {
    urls,
    /** Its superuser's. */
    url: postgres.url,
    owner,
    /** Processor time that its processes have used so far, microseconds. Linux only. */
    cpu: () => familyOf(postmaster).reduce((sum, pid) => sum + processCpu(Number(pid)), 0),
    /** Does at once what PostgreSQL does behind a large change in its own time. */
    settle: () => asSuperuser(postgres.url, 'vacuum analyze', 'checkpoint'),
    async close() {
      await owner.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Its folder may be somewhere else than it was asked for: PostgreSQL enters it as another user. */
export async function postmasterOf(superuserUrl: string): Promise<string> {
  const [shown] = await asSuperuser(superuserUrl, 'show data_directory')
  return readFileSync(join(shown!.data_directory!, 'postmaster.pid'), 'utf8').split('\n', 1)[0]!
}

/** Resolves to the rows of the last statement. */
async function asSuperuser(url: string, ...statements: string[]) {
  const superuser = openOwnerPool(url)
  let rows: Record<string, string>[] = []
  for (const statement of statements) rows = (await superuser.query(statement)).rows
  await superuser.end()
  return rows
}

/** A business that is open all week from 8 to 20, with one service and a horizon of three months. */
export async function newShop(owner: Pool, { domain = DOMAIN, duration = 30, capacity = 1 } = {}): Promise<Shop> {
  const admin = { name: 'Ada', surname: 'Neri', email: 'ada@bench.example', passwordHash: '' }
  const tenantId = (await insertTenant(owner, { name: 'Bench', domain, timeZone: TIME_ZONE, admin }))!
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const { rows } = await owner.query<{ calendar_id: number; service_id: number; customer_id: number }>(
    `with configuration as (
       update configurations set app_primary_color = '#0f766e', app_booking_max_months = 3,
         app_simultaneous_bookings_enabled = true where tenant_id = $1
     ),
     calendar as (
       insert into calendars (tenant_id, name, "from", simultaneous_bookings_number,
         ${days.map((day) => `${day}_morning_from, ${day}_morning_to`).join(', ')})
       values ($1, 'Sala', '2020-01-01', $3, ${days.map(() => "'08:00', '20:00'").join(', ')}) returning id
     ),
     service as (
       insert into services (tenant_id, name, duration, amount, calendar_id)
       select $1, 'Taglio', $2, 25, id from calendar returning id
     ),
     customer as (
       insert into customers (tenant_id, identity, name, surname, email, telephone)
       values ($1, 'x', 'Giulia', 'Verdi', 'giulia@posta.example', '3330000000') returning id
     )
     select calendar.id as calendar_id, service.id as service_id, customer.id as customer_id
     from calendar, service, customer`,
    [tenantId, duration, capacity],
  )
  const { date: today } = localTimeAt(Temporal.Now.instant().epochMilliseconds, TIME_ZONE)
  const made = rows[0]!
  return {
    domain,
    tenantId,
    calendarId: made.calendar_id,
    serviceId: made.service_id,
    customerId: made.customer_id,
    today,
  }
}

/** Every slot of a shop from tomorrow on, in order. */
export function slotsOf({ today }: Shop, days: number, duration: number): Slot[] {
  const perDay = (12 * 60) / duration
  return Array.from({ length: days * perDay }, (_, i) => {
    const hour = toPlainTime(8 * 60 + (i % perDay) * duration)
    return [addDays(today, 1 + Math.floor(i / perDay)), hour]
  })
}

/** Inserts bookings in the given slots, past the application. */
export async function fillSlots(owner: Pool, shop: Shop, slots: Slot[], duration: number) {
  const rows = slots.map(([visit_day, visit_hour], i) => {
    const start = toInstant(visit_day, visit_hour, TIME_ZONE)
    return {
      visit_day,
      visit_hour,
      hidden_id: `${shop.tenantId}-${i}`.padStart(22, '0'),
      starts_at: start.toString(),
      ends_at: start.add({ minutes: duration }).toString(),
    }
  })
  await owner.query(
    `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
     select $1, r.hidden_id, $2, $3, $4, 'Taglio', $5, 25, 'Giulia', 'Verdi', 'giulia@posta.example', '3330000000',
       r.visit_day, r.visit_hour, r.starts_at, r.ends_at
     from jsonb_to_recordset($6) as r(visit_day date, visit_hour time, hidden_id text, starts_at timestamptz, ends_at timestamptz)`,
    [shop.tenantId, shop.customerId, shop.calendarId, shop.serviceId, duration, JSON.stringify(rows)],
  )
  await owner.query(
    `insert into calendar_days (tenant_id, calendar_id, day)
     select distinct tenant_id, calendar_id, visit_day from bookings where tenant_id = $1`,
    [shop.tenantId],
  )
  await owner.query('analyze')
}

/** Gives shops the bookings that another one has. */
export async function copyBookings(owner: Pool, from: Shop, shops: Shop[]) {
  const columns = ['tenantId', 'calendarId', 'serviceId', 'customerId'] as const
  await owner.query(
    `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
     select s.tenant_id, b.hidden_id, s.customer_id, s.calendar_id, s.service_id, b.service_name, b.service_duration,
       b.service_price, b.name, b.surname, b.email, b.telephone, b.visit_day, b.visit_hour, b.starts_at, b.ends_at
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) s(tenant_id, calendar_id, service_id, customer_id),
       bookings b where b.tenant_id = $1`,
    [from.tenantId, ...columns.map((column) => shops.map((shop) => shop[column]))],
  )
  await owner.query(
    `insert into calendar_days (tenant_id, calendar_id, day)
     select distinct tenant_id, calendar_id, visit_day from bookings where tenant_id = any($1)`,
    [shops.map(({ tenantId }) => tenantId)],
  )
  await owner.query('analyze')
}

export type Usage = { cpuMicroseconds: number }

/** Starts the server under test as a process of its own. */
export async function startApi(urls: DatabaseUrls, options: ApiOptions = {}) {
  const child = fork(join(import.meta.dirname, 'api-server.ts'), [JSON.stringify(urls), JSON.stringify(options)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const { port } = await answerOf<{ port: number }>(child)
  return {
    pid: child.pid!,
    address: `http://127.0.0.1:${port}`,
    usage() {
      const answer = answerOf<Usage>(child)
      child.send('usage')
      return answer
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message as T
}

/** Starts an SMTP server that takes everything. */
export async function startSmtpSink() {
  const child = fork(join(import.meta.dirname, 'smtp-sink.ts'))
  const { port } = await answerOf<{ port: number }>(child)
  return {
    url: `smtp://127.0.0.1:${port}`,
    async taken() {
      const answer = answerOf<{ taken: number }>(child)
      child.send('taken')
      return (await answer).taken
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Processor time that a process and its threads have used so far, microseconds; none of one that has ended. Linux only. */
export function processCpu(pid: number): number {
  const usage = (thread: string) => Number(readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])
  return threadsOf(pid).reduce((sum, thread) => sum + usage(thread), 0) / 1000
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** A process and its children. Linux only. */
export const familyOf = (parent: string) =>
  readdirSync('/proc').filter((pid) => pid === parent || (/^\d+$/.test(pid) && parentOf(pid) === parent))

const parentOf = (pid: string) => /^PPid:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1]

function readOrEmpty(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
