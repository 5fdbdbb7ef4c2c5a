import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Numbers } from '@prenoto/core/numbers/numbers.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { dice } from '../server/src/demo/random.ts'
import { hurryJobs } from '../server/src/queue/jobs.repository.ts'
import { openClient } from './client.ts'
import { LOOKS_BACK } from './customers.ts'
import { type Database, startDatabase } from './database.ts'
import { disposeOnSignals } from './dispose-on-signals.ts'
import { type Evidence, factsOf, readRows, type Told } from './evidence.ts'
import { strike, type World } from './faults.ts'
import { type Journal, linesOf, openJournal } from './journal.ts'
import { type KeptProcess, keepServer, keepWorker } from './kept-process.ts'
import { runLoad } from './load.ts'
import { startMail } from './mail.ts'
import { openShops } from './open-shops.ts'
import type { Fault, Plan } from './plan.ts'
import { readImage } from './staff.ts'
import { watchDashboards } from './watchers.ts'

/** How often resident memory is looked at, milliseconds. */
const MEMORY_LOOK = 1_000

/** How long jobs may take that wait when all is well again, milliseconds: a claim of somebody dead ends meanwhile. */
const DRAIN_LIMIT = 150_000

/** How long what was done last may take until everybody has heard of it, milliseconds. */
const LAST_NEWS = 3_000

/** How many days ahead bookings are counted. */
const LOOKS_AHEAD = 90

/** How many of the images that were kept are looked at in the end. */
const IMAGES_LOOKED_AT = 100

export type Weathered = {
  evidence: Evidence
  journal: Journal
  folder: string
  /** Steps that came too late to begin. */
  late: number
  /** Faults that others kept from beginning before the calm. */
  leftOut: number
  /** How long jobs went on when all was well again, milliseconds. */
  drained: number
}

/** Lives through everything that was planned, and brings home the evidence. */
export async function weather(plan: Plan): Promise<Weathered> {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-storm-'))
  const journal = openJournal(join(folder, 'journal.jsonl'))
  const parts = new AsyncDisposableStack()
  disposeOnSignals(parts)
  try {
    const world = await openWorld(plan, { folder, journal, parts })
    const start = Date.now()
    const tracks = [...Map.groupBy(plan.faults, ({ track }) => track).values()]
    const isOver = () => parts.disposed || Date.now() > start + plan.calm
    const struck = Promise.all(tracks.map((faults) => strikeAll(world, faults, { start, isOver })))
    // What is stopped goes on before it is ended.
    parts.defer(async () => void (await struck.catch(() => {})))
    const [late] = await Promise.all([runLoad(plan.load, { ...world, start }), struck])
    const { drained, rows } = await lookBack(world)
    const evidence = { lines: journal.lines, shops: world.shops.map(factsOf), rows }
    const leftOut = plan.faults.length - linesOf(journal.lines, 'fault').length
    return { evidence, journal, folder, late, leftOut, drained }
  } finally {
    await parts.disposeAsync()
    await journal.close()
  }
}

type Place = { folder: string; journal: Journal; parts: AsyncDisposableStack }

/** Starts everything that is to be struck; `parts` ends it. */
async function openWorld({ businesses }: Plan, { folder, journal, parts }: Place) {
  const markers = businesses.map(({ marker }) => marker)
  const database = parts.adopt(await startDatabase(folder), (database) => database.stop())
  const mail = parts.adopt(await startMail(journal, foreignTo(markers)), (mail) => mail.close())
  const settings = {
    DATABASE_URL: database.urls.app,
    OWNER_DATABASE_URL: database.urls.owner,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    MAIL_FROM: 'prenoto@example.it',
    // Callers name their address as a proxy would.
    TRUST_PROXY: '1',
  }
  const keep = { folder, settings, journal }
  const server1 = parts.adopt(await keepServer({ name: 'server 1', ...keep }), (server) => server.end())
  const server2 = parts.adopt(await keepServer({ name: 'server 2', ...keep }), (server) => server.end())
  const worker = parts.adopt(await keepWorker({ name: 'worker', ...keep }), (worker) => worker.end())
  const servers = [server1, server2]
  const processes = [...servers, worker]

  const client = parts.adopt(openClient({ journal, servers, markers }), (client) => client.close())
  const shops = await openShops({ client, database, businesses })
  const dashboards = parts.adopt(watchDashboards({ journal, servers, shop: shops[0]! }), ({ close }) => close())
  const looking = parts.adopt(
    setInterval(() => lookAtMemory(processes, journal), MEMORY_LOOK),
    (timer) => clearInterval(timer),
  )
  return { journal, database, mail, servers, worker, processes, client, shops, dashboards, looking }
}

type OpenWorld = Awaited<ReturnType<typeof openWorld>>

async function lookAtMemory(processes: KeptProcess[], journal: Journal) {
  for (const { name, pid, resident } of processes) {
    const bytes = await resident()
    if (bytes) journal.write({ kind: 'memory', process: name, pid: pid(), at: Date.now(), resident: bytes })
  }
}

/** When the wind is down: has what waits be done, and reads what is there. */
async function lookBack(world: OpenWorld) {
  const { database, mail, processes, shops, dashboards, looking } = world
  await Promise.all(processes.map((process) => process.untilReady()))
  await lookAtImages(world)
  const drained = await drain(database)
  await sleep(LAST_NEWS)
  await dashboards.close()
  clearInterval(looking)
  await mail.read()
  const numbers = await askForNumbers(world)
  const rows = await readRows(database, shops.map(factsOf), numbers)
  for (const process of processes) await process.end()
  return { drained, rows }
}

/** The words of other businesses in an e-mail that is sent to a customer or the owner of one. */
const foreignTo = (markers: string[]) => (text: string, to: string) =>
  markers.filter((marker) => text.includes(marker) && !to.toLowerCase().includes(marker.toLowerCase()))

type Times = { start: number; isOver: () => boolean }

/** The faults of one track, one after the other; those that the ones before have kept until it is over are left out. */
async function strikeAll(world: World, faults: Fault[], { start, isOver }: Times) {
  for (const fault of faults) {
    const wait = start + fault.at - Date.now()
    if (wait > 0) await sleep(wait)
    if (!isOver()) await strike(world, fault)
  }
}

/** What the owners read of the days that are over, and how many bookings there are from today on. */
async function askForNumbers({ client, shops }: World): Promise<Told[]> {
  const told: Told[] = []
  for (const { marker, domain, staff, timeZone } of shops) {
    const today = localTimeAt(Date.now(), timeZone).date
    const read = async (from: PlainDate, to: PlainDate): Promise<Numbers> => {
      const about = { actor: 'auditor', shop: { marker, domain }, what: 'read numbers', token: staff[0]!.token }
      const path = `/numbers?from=${from}&to=${to}`
      const { json } = await client.ask(client.servers[0]!, { ...about, method: 'GET', path, expected: [200] })
      return json
    }
    const over = await read(addDays(today, -LOOKS_BACK), addDays(today, -1))
    const until = addDays(today, LOOKS_AHEAD)
    const ahead = await read(today, until)
    const { bookings, cancelled, missed, visits, minutes_booked, revenue } = over.told.total
    const figures = { bookings, cancelled, missed, visits, minutes_booked, revenue }
    told.push({
      marker,
      today,
      until,
      figures: { ...figures, from_today_on: ahead.told.total.bookings + ahead.to_come },
    })
  }
  return told
}

async function lookAtImages({ client, shops }: World) {
  const step = { at: 0, actor: 'auditor', business: 0, what: 'upload', seed: 0 } as const
  for (const shop of shops)
    for (const [serial, url] of shop.images.slice(-IMAGES_LOOKED_AT).entries())
      await readImage({ client, shop, step, chance: dice(serial), serial, linksTo: () => [] }, url)
}

/** Lets the jobs that wait be done, without the pauses between attempts. Returns how long that took. */
async function drain({ urls, query }: Database): Promise<number> {
  const owner = openOwnerPool(urls.owner)
  const start = Date.now()
  try {
    for (;;) {
      await hurryJobs(owner)
      // Messages about a customer's move are delayed by some minutes.
      await owner.query(`update pgboss.job set start_after = now() where name = 'send-email' and state = 'created'`)
      const [left] = await query<{ jobs: number }>(
        `select count(*)::int as jobs from pgboss.job
         where state in ('created', 'retry', 'active') and name in ('announce', 'send-email', 'plan-reminders')`,
      )
      const spent = Date.now() - start
      if (left!.jobs === 0 || spent > DRAIN_LIMIT) return spent
      await sleep(500)
    }
  } finally {
    await owner.end()
  }
}

export const discard = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 })
