import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { runDelayedJobs } from '../server/src/queue/jobs.repository.ts'
import { openClient } from './client.ts'
import { type EventLog, openEventLog } from './event-log.ts'
import { injectFaults, type System } from './faults.ts'
import { runLoad } from './load.ts'
import type { Plan } from './plan.ts'
import { type Database, startDatabase } from './processes/database.ts'
import { startMail } from './processes/mail.ts'
import { manageServer, manageWorker } from './processes/managed-process.ts'
import { type RunData, readRows } from './run-data.ts'
import { setUpBusinesses } from './set-up.ts'

/** How long the remaining jobs may take after the load, in milliseconds; leases of killed workers expire meanwhile. */
const DRAIN_LIMIT = 150_000

export type Result = {
  runData: RunData
  eventLog: EventLog
  /** Operations that were skipped because they were too late. */
  skipped: number
  /** How long the remaining jobs took after the load, milliseconds. */
  drained: number
  discard(): Promise<void>
}

/** Runs the planned load and faults against real processes and collects the data of the run. */
export async function run(plan: Plan): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-chaos-'))
  const eventLog = openEventLog(join(folder, 'events.jsonl'))
  const parts = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => parts.disposeAsync().finally(() => process.exit(1)))
  try {
    const system = await startSystem(plan, { folder, eventLog, parts })
    const { businesses, client, mail, servers, worker, database } = system
    const start = Date.now()
    const length = plan.operations.at(-1)!.at
    const isOver = () => parts.disposed || Date.now() > start + length
    const tracks = [...Map.groupBy(plan.faults, ({ track }) => track).values()]
    const faults = Promise.all(tracks.map((track) => injectFaults(system, track, { start, isOver })))
    // A suspended process must be resumed before it is ended.
    parts.defer(async () => void (await faults.catch(() => {})))
    const { findWaitingLink } = mail
    const [skipped] = await Promise.all([
      runLoad(plan.operations, { client, businesses, findWaitingLink, start }),
      faults,
    ])

    const processes = [...servers, worker]
    await Promise.all(processes.map((process) => process.untilReady()))
    const drained = await drainJobs(database)
    await mail.settle()
    const rows = await readRows(database, businesses)
    for (const process of processes) await process.end()
    const discard = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
    return { runData: { lines: eventLog.lines, businesses, rows }, eventLog, skipped, drained, discard }
  } finally {
    await parts.disposeAsync()
    await eventLog.close()
  }
}

type Context = { folder: string; eventLog: EventLog; parts: AsyncDisposableStack }

/** Starts database, mail server, two servers and a worker, and sets up the businesses; `parts` ends them. */
async function startSystem({ businesses: plans }: Plan, { folder, eventLog, parts }: Context): Promise<System> {
  const markers = plans.map(({ marker }) => marker)
  const findForeign = (text: string, to: string) =>
    markers.filter((marker) => text.includes(marker) && !to.toLowerCase().includes(marker.toLowerCase()))
  const database = parts.adopt(await startDatabase(folder), (database) => database.stop())
  const mail = parts.adopt(await startMail(eventLog, findForeign), (mail) => mail.close())
  const settings = {
    ...database.settings,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    MAIL_FROM: 'prenoto@example.it',
  }
  const options = { folder, settings, eventLog }
  const server1 = parts.adopt(await manageServer({ name: 'server 1', ...options }), (server) => server.end())
  const server2 = parts.adopt(await manageServer({ name: 'server 2', ...options }), (server) => server.end())
  const worker = parts.adopt(await manageWorker({ name: 'worker', ...options }), (worker) => worker.end())
  const servers = [server1, server2]

  const client = parts.adopt(openClient({ eventLog, servers, markers }), (client) => client.close())
  const businesses = await setUpBusinesses(client, database, plans)
  return { eventLog, database, mail, servers, worker, client, businesses }
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
      const [remaining] = await query<{ jobs: number }>(
        `select count(*)::int as jobs from pgboss.job
         where state in ('created', 'retry', 'active') and name in ('notify', 'send-email')`,
      )
      const spent = Date.now() - start
      if (remaining!.jobs === 0 || spent > DRAIN_LIMIT) return spent
      await sleep(500)
    }
  } finally {
    await owner.end()
  }
}
