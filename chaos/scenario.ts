import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt, toInstant } from '@prenoto/core/time/time-zone.ts'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { runDelayedJobs } from '../server/src/queue/jobs.repository.ts'
import { bookingName, cancelSome, type Record, runActors, rush, visitValue } from './actors.ts'
import { type Business, MARKERS, setUpBusinesses } from './businesses.ts'
import { openClient } from './client.ts'
import { type EventLog, type Line, openEventLog, type Timestamp } from './event-log.ts'
import { injectFaults, record } from './faults.ts'
import { type Database, startDatabase } from './processes/database.ts'
import { startMail } from './processes/mail.ts'
import { manageServer, manageWorker } from './processes/managed-process.ts'

/** The share of the load, at its end, that has no faults, and its least length in milliseconds. */
const CALM_SHARE = 0.15
const LEAST_CALM = 8_000

/** How long the remaining jobs may take, milliseconds; leases of killed workers expire meanwhile. */
const DRAIN_LIMIT = 150_000

type Rows = {
  bookings: { name: string; tenantId: number; id: number; day: string; start: Timestamp; value: string | null }[]
  /** The number of users who were notified of each booking, by 'tenant/booking'. */
  notified: Map<string, number>
  /** Jobs that are not done, and those that have failed for good. */
  jobs: { queue: string; state: string; jobs: number }[]
  /** Instants at which a calendar has more visits than its capacity. */
  overbooked: { marker: string; at: string; visits: number }[]
}

/** All that a run has recorded. */
export type Run = {
  lines: Line[]
  businesses: Pick<Business, 'marker' | 'tenantId' | 'timeZone' | 'capacity' | 'staff'>[]
  records: Record[]
  rows: Rows
  /** The day whose visits were reminded of at the end, in Rome. */
  remindedDay: string
  /** When the load ended. */
  end: Timestamp
}

export type Result = { run: Run; eventLog: EventLog; drained: number; discard(): Promise<void> }

/**
 * Two servers and a worker serve visitors and staff while faults are injected. When all jobs are done, every clock jumps
 * to the next morning: reminders are sent while the worker is killed and some visitors cancel.
 */
export async function playScenario(seed: number, minutes: number): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-chaos-'))
  const eventLog = openEventLog(join(folder, 'events.jsonl'))
  const parts = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => parts.disposeAsync().finally(() => process.exit(1)))
  try {
    const findForeign = (text: string, to: string) =>
      MARKERS.filter((marker) => text.includes(marker) && !to.toLowerCase().includes(marker.toLowerCase()))
    const database = parts.adopt(await startDatabase(folder), (database) => database.stop())
    const mail = parts.adopt(await startMail(eventLog, findForeign), (mail) => mail.close())
    const ownSettings = { DATA_DIR: join(folder, 'data'), SMTP_URL: mail.url, MAIL_FROM: 'prenoto@example.it' }
    const options = { folder, settings: { ...database.settings, ...ownSettings }, eventLog }
    const start = async (name: string, manage: typeof manageServer | typeof manageWorker) =>
      parts.adopt(await manage({ name, ...options }), (process) => process.end())
    const servers = [await start('server 1', manageServer), await start('server 2', manageServer)]
    const worker = await start('worker', manageWorker)
    const processes = [...servers, worker]
    const client = parts.adopt(openClient({ eventLog, servers, markers: MARKERS }), (client) => client.close())
    const businesses = await setUpBusinesses(client, database)

    const records: Record[] = []
    const about = { client, businesses, records }
    const length = minutes * 60_000
    const end = Date.now() + length
    const system = { eventLog, database, mail, servers, worker, rush: (seed: number) => rush({ ...about, seed }) }
    const faults = injectFaults(system, seed, end - Math.max(LEAST_CALM, length * CALM_SHARE))
    // A suspended process must be resumed before it is ended.
    parts.defer(async () => void (await faults.catch(() => {})))
    await Promise.all([runActors({ ...about, seed, isOver: () => parts.disposed || Date.now() > end }), faults])
    await Promise.all(processes.map((process) => process.untilReady()))
    let drained = await drainJobs(database)

    const morning = nextMorning()
    const day = addDays(morning.date, 1)
    await Promise.all(processes.map((process) => process.shiftClock(morning.offset)))
    await worker.restart()
    await record(system, { what: 'worker killed', target: 'worker' }, () => worker.kill(0))
    await cancelSome({ ...about, seed }, day)
    drained += await drainJobs(database)
    await mail.settle()
    const rows = await readRows(database, businesses)
    for (const process of processes) await process.end()
    const run: Run = { lines: eventLog.lines, businesses, records, rows, remindedDay: day, end }
    return { run, eventLog, drained, discard: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
  } finally {
    await parts.disposeAsync()
    await eventLog.close()
  }
}

/** The next day in Rome, and how far its 9:05, when reminders are due, is from now. */
function nextMorning(): { date: PlainDate; offset: number } {
  const now = Date.now()
  const date = addDays(localTimeAt(now, 'Europe/Rome').date, 1)
  return { date, offset: toInstant(date, '09:05:00' as PlainTime, 'Europe/Rome').epochMilliseconds - now }
}

/** Runs all pending jobs without their delays. Returns the duration in milliseconds. */
async function drainJobs({ urls, query }: Database): Promise<number> {
  const owner = openOwnerPool(urls.owner)
  const start = Date.now()
  try {
    for (;;) {
      await runDelayedJobs(owner)
      // E-mails about a rescheduled booking are delayed by some minutes.
      await owner.query(`update pgboss.job set start_after = now() where name = 'send-email' and state = 'created'`)
      const [left] = await query<{ jobs: number }>(
        `select count(*)::int as jobs from pgboss.job where state in ('created', 'retry', 'active')
         and name in ('notify', 'send-email', 'plan-reminders', 'apply-retention')`,
      )
      const spent = Date.now() - start
      if (left!.jobs === 0 || spent > DRAIN_LIMIT) return spent
      await sleep(500)
    }
  } finally {
    await owner.end()
  }
}

async function readRows({ urls, query }: Database, businesses: Business[]): Promise<Rows> {
  const bookings = await query<{
    id: number
    tenant_id: number
    service_id: number
    email: string
    visit_day: PlainDate
    visit_hour: PlainTime
    start: number
    is_cancelled: boolean
  }>(
    `select id::int, tenant_id::int, service_id::int, email, visit_day::text, visit_hour::text,
            (extract(epoch from starts_at) * 1000)::float8 as start, deleted_at is not null as is_cancelled
     from bookings`,
  )
  const notified = await query<{ booking: string; users: number }>(
    `select tenant_id || '/' || split_part(deduplication_key, ':', 2) as booking, count(*)::int as users
     from notifications where deduplication_key like 'booking-created:%' group by 1`,
  )
  const jobs = await query<Rows['jobs'][number]>(
    `select name as queue, state::text, count(*)::int as jobs from pgboss.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' group by 1, 2`,
  )
  const owner = openOwnerPool(urls.owner)
  try {
    const overbooked = await Promise.all(
      businesses.map(async ({ marker, tenantId, capacity }) => {
        const instants = await findOverbooked(owner, tenantId, capacity)
        return instants.map(({ starts_at, visits }) => ({ marker, at: String(starts_at), visits }))
      }),
    )
    return {
      bookings: bookings.map(({ id, tenant_id, service_id, email, start, is_cancelled, ...slot }) => ({
        name: bookingName(email),
        tenantId: tenant_id,
        id,
        day: slot.visit_day,
        start,
        value: is_cancelled ? null : visitValue(service_id, slot),
      })),
      notified: new Map(notified.map(({ booking, users }) => [booking, users])),
      jobs,
      overbooked: overbooked.flat(),
    }
  } finally {
    await owner.end()
  }
}
