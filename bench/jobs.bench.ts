import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Pool } from '../server/src/database/connection.ts'
import { spawnWorker } from '../server/test/worker-process.ts'
import { benchDatabase, newShop, processCpu, type Shop, slotsOf, startApi, startSmtpSink } from './fixture.ts'
import { book, byClients, CLIENTS, shuffled } from './visitors.ts'

const BOOKINGS = 1_500
const WARM_UP = 300
const SECONDS = 6

/** Beside the owner, who is there from the beginning. */
const COLLEAGUES = 2

/** One to the customer and one to the business. */
const MAILS_EACH = 2

const DURATION = 5

/** Milliseconds of processor time for one booking, of a process of ours and of the database. */
export type Cost = { process: number; database: number }

type Reads = { p50: number; p99: number; mailsPerSecond: number }

type JobFigures = {
  /** The answers alone, by a process that runs no jobs. */
  answering: Cost
  /** All jobs of the bookings, by a worker and by a process that serves and has nothing to answer. */
  worker: Cost & { mailsPerSecond: number }
  serving: Cost & { mailsPerSecond: number }
  /** Reads by a process under load that has no jobs to run, and by one that has. Latencies in milliseconds. */
  calm: Reads
  beside: Reads
}

/** What bookings cost with all their jobs (notifications for three, two e-mails), and how quickly those are done. */
export async function benchJobs(): Promise<JobFigures> {
  const parts = new AsyncDisposableStack()
  try {
    return await measure(parts)
  } finally {
    await parts.disposeAsync()
  }
}

async function measure(parts: AsyncDisposableStack): Promise<JobFigures> {
  const { owner, urls, cpu, settle } = parts.adopt(await benchDatabase(), (database) => database.close())
  const smtp = parts.adopt(await startSmtpSink(), (smtp) => smtp.stop())
  const shop = await newShop(owner, { duration: DURATION })
  await hireStaff(owner, shop)
  const slots = shuffled(slotsOf(shop, 88, DURATION)).values()
  const desk = parts.adopt(await startApi(urls, { jobs: false }), (api) => api.stop())

  async function bookSome(bookings: number) {
    let left = bookings
    await byClients(
      () => book(desk, shop, slots.next().value!),
      () => left-- <= 0,
    )
  }

  /** What each of the measured bookings costs a process and the database. */
  async function costOf(pid: number, work: () => Promise<unknown>): Promise<Cost> {
    const before = { process: processCpu(pid), database: cpu() }
    await work()
    return {
      process: (processCpu(pid) - before.process) / BOOKINGS / 1000,
      database: (cpu() - before.database) / BOOKINGS / 1000,
    }
  }

  let expected = 0
  /** Until nothing is left to do. Returns how many e-mails of so many bookings left a second. */
  async function jobsDone(bookings: number) {
    const begun = performance.now()
    expected += bookings * MAILS_EACH
    while ((await smtp.taken()) < expected || (await jobsLeft(owner)) > 0) await sleep(20)
    return (bookings * MAILS_EACH * 1000) / (performance.now() - begun)
  }

  /** A process that has run jobs before meets those of many bookings at once. */
  async function drained(pid: number) {
    await bookSome(WARM_UP)
    await jobsDone(WARM_UP)
    // One that was just made takes its tables for empty, until PostgreSQL looks, as it does each minute.
    await settle()
    await whileHalted(pid, () => bookSome(BOOKINGS))
    let mailsPerSecond = 0
    const cost = await costOf(pid, async () => {
      mailsPerSecond = await jobsDone(BOOKINGS)
    })
    return { ...cost, mailsPerSecond }
  }

  async function reads(address: string): Promise<Reads> {
    const before = await smtp.taken()
    const url = `${address}/api/client/services/${shop.serviceId}`
    const { latency, non2xx, errors } = await autocannon({ url, connections: CLIENTS, duration: SECONDS })
    if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
    return { p50: latency.p50, p99: latency.p99, mailsPerSecond: ((await smtp.taken()) - before) / SECONDS }
  }

  const child = spawnWorker({
    DATABASE_URL: urls.app,
    OWNER_DATABASE_URL: urls.owner,
    DATA_DIR: tmpdir(),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'prenoto@example.it',
  })
  parts.defer(async () => void (await child.end('SIGKILL')))
  await child.ready()
  const worker = await drained(child.pid)
  await child.end('SIGTERM')

  const api = parts.adopt(await startApi(urls, { smtpUrl: smtp.url }), (api) => api.stop())
  const serving = await drained(api.pid)

  await reads(api.address)
  const calm = await reads(api.address)
  const answering = await costOf(desk.pid, () => whileHalted(api.pid, () => bookSome(BOOKINGS)))
  const beside = await reads(api.address)

  return { answering, worker, serving, calm, beside }
}

/** The business reads its e-mails, and has people to be notified. */
async function hireStaff(owner: Pool, { tenantId }: Shop) {
  await owner.query(`update configurations set email = 'salone@bench.example' where tenant_id = $1`, [tenantId])
  await owner.query(
    `insert into users (tenant_id, name, surname, email, role)
     select $1, 'Ugo', 'Neri', 'ugo' || n || '@bench.example', 'operator' from generate_series(1, $2) n`,
    [tenantId, COLLEAGUES],
  )
}

async function jobsLeft(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where state in ('created', 'retry', 'active')`,
  )
  return rows[0]!.jobs
}

/** A process at rest stands still meanwhile. */
async function whileHalted(pid: number, work: () => Promise<void>) {
  process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
