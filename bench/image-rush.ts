import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { openOwnerPool, type Pool } from '../server/src/database/connection.ts'
import { DEMO_PASSWORD } from '../server/src/users/demo-password.ts'
import { type ServerProcess, spawnServer } from '../server/test/server-process.ts'
import { newShop } from './fixture.ts'
import { httpClient } from './http-client.ts'
import type { Outcome, Rush, Sender } from './image-senders.ts'
import { startLoad } from './soak-load.ts'

const PICTURES = 60
const BUSINESSES = 20

/** Clients at work before, and seconds: a process that has just begun still grows by whatever it does first. */
const CLIENTS = 16
const WARMING_UP = 60

/** Seconds: reading while nothing else happens, and how long after a rush the memory is looked at again. */
const CALM = 10
const LATER = 60

type Latencies = { p50: number; p99: number }
/** Of the server process what is resident; with the process that draws for it what both take, each page counted once. */
type Memory = { server: number; withDrawing: number }

/** Memory in megabytes, times in milliseconds. */
export type RushFigures = {
  /** How many businesses sent the pictures. */
  businesses: number
  stored: number
  /** Stored without having been asked to come back later. */
  atOnce: number
  askedToWait: number
  seconds: number
  reads: { calm: Latencies; during: Latencies }
  logIns: { calm: number; during: number }
  memory: { before: Memory; peak: Memory; later: Memory }
}

/**
 * Sixty pictures of 25 megapixels at once, from twenty businesses and from one, beside a visitor of another who reads; at a
 * server that has been at work.
 */
export async function rushImages({ later = LATER } = {}): Promise<RushFigures[]> {
  const crowd = await startSenders()
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-rush-'))
  // As root, PostgreSQL runs as another user, who has to be able to enter.
  await chmod(folder, 0o755)
  const server = spawnServer({ DATA_DIR: folder })
  try {
    await server.ready()
    const postgres = await joinEmbeddedPostgres(folder)
    const owner = openOwnerPool(postgres.url)
    const senders = await Promise.all(Array.from({ length: BUSINESSES }, (_, i) => newSender(owner, `s${i}.example`)))
    await owner.end()
    await warmUp(server.port())

    const figures: RushFigures[] = []
    for (const some of [senders, senders.slice(0, 1)]) {
      const figure = await rush(server, { crowd, senders: some, later })
      process.stdout.write(`${inWords(figure)}\n`)
      figures.push(figure)
    }
    return figures
  } finally {
    crowd.kill()
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

async function warmUp(port: number) {
  const http = httpClient(port, 'localhost', CLIENTS)
  const load = await startLoad(http, CLIENTS)
  await Promise.race([sleep(WARMING_UP * 1000), load.failed])
  await load.stop()
  http.close()
}

/** The process that sends the pictures. On a machine of its own it would take nothing from the server, so it stands back. */
async function startSenders() {
  const crowd = fork(join(import.meta.dirname, 'image-senders.ts'), { execArgv: [] })
  await answerOf(crowd)
  setPriority(crowd.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  return crowd
}

function answerOf<T>(crowd: ChildProcess): Promise<T> {
  return Promise.race([
    once(crowd, 'message').then(([answer]) => answer as T),
    once(crowd, 'exit').then(() => Promise.reject(new Error('The senders have ended too early'))),
  ])
}

/** A business, and the token of its admin. */
async function newSender(owner: Pool, domain: string): Promise<Sender> {
  const { tenantId } = await newShop(owner, { domain })
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    'insert into sessions (tenant_id, user_id, token_hash) select $1, id, $2 from users where tenant_id = $1',
    [tenantId, createHash('sha256').update(token).digest()],
  )
  return { domain, token }
}

type Plan = { crowd: ChildProcess; senders: Sender[]; later: number }

async function rush(server: ServerProcess, { crowd, senders, later }: Plan): Promise<RushFigures> {
  const { body } = await server.call({ host: 'localhost', path: '/client/services' })
  const path = `/client/services/${JSON.parse(body).services[0].id}`
  const read = () => server.call({ host: 'localhost', path })
  const logIn = () =>
    server.call({
      host: 'localhost',
      method: 'POST',
      path: '/login',
      payload: { email: 'admin@demo.it', password: DEMO_PASSWORD },
    })
  const beside = () => ({ reads: everySoOften(10, read), logIns: everySoOften(2_000, logIn) })

  const calm = beside()
  await sleep(CALM * 1000)
  const calmReads = await calm.reads.stop()
  const calmLogIns = await calm.logIns.stop()
  const before = memoryOf(server.pid)
  const watch = watchMemory(server.pid)

  const busy = beside()
  const begun = performance.now()
  crowd.send({ port: server.port(), senders, pictures: PICTURES } satisfies Rush)
  const outcomes = await answerOf<Outcome[]>(crowd)
  const seconds = (performance.now() - begun) / 1000
  const busyReads = await busy.reads.stop()
  const busyLogIns = await busy.logIns.stop()
  await sleep(later * 1000)
  return {
    businesses: senders.length,
    stored: outcomes.filter(({ status }) => status === 201).length,
    atOnce: outcomes.filter(({ status, refusals }) => status === 201 && refusals === 0).length,
    askedToWait: outcomes.reduce((sum, { refusals }) => sum + refusals, 0),
    seconds,
    reads: { calm: latencies(calmReads), during: latencies(busyReads) },
    logIns: { calm: latencies(calmLogIns).p50, during: latencies(busyLogIns).p50 },
    memory: { before, peak: watch.stop(), later: memoryOf(server.pid) },
  }
}

/** Calls again and again, whether or not the last call has been answered, and takes the milliseconds of each. */
function everySoOften(pause: number, call: () => Promise<{ status: number }>) {
  const calls: Promise<number>[] = []
  const timed = async () => {
    const begun = performance.now()
    const { status } = await call()
    if (status !== 200) throw new Error(`A call beside the pictures was answered with ${status}`)
    return performance.now() - begun
  }
  const ticking = setInterval(() => {
    const timing = timed()
    timing.catch(() => {})
    calls.push(timing)
  }, pause)
  return {
    async stop() {
      clearInterval(ticking)
      return Promise.all(calls)
    },
  }
}

function latencies(values: number[]): Latencies {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}

/** The highest of each figure, looked at twenty times a second. */
function watchMemory(pid: number) {
  const peak = memoryOf(pid)
  const looking = setInterval(() => {
    const now = memoryOf(pid)
    peak.server = Math.max(peak.server, now.server)
    peak.withDrawing = Math.max(peak.withDrawing, now.withDrawing)
  }, 50)
  return {
    stop() {
      clearInterval(looking)
      return peak
    },
  }
}

/** Linux only. */
function memoryOf(pid: number): Memory {
  const drawing = childrenOf(pid).filter((child) => readOrEmpty(`/proc/${child}/cmdline`).includes('drawing-process'))
  const shares = [pid, ...drawing].map((each) => megabytesIn(`/proc/${each}/smaps_rollup`, 'Pss'))
  return {
    server: megabytesIn(`/proc/${pid}/status`, 'VmRSS'),
    withDrawing: shares.reduce((sum, share) => sum + share, 0),
  }
}

const megabytesIn = (path: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readOrEmpty(path))?.[1] ?? 0) / 1000

const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readOrEmpty(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )

function readOrEmpty(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const ratio = (during: number, calm: number) => `${(during / calm).toFixed(1)} ×`

function inWords({ businesses, stored, atOnce, askedToWait, seconds, reads, logIns, memory }: RushFigures) {
  const of = ({ server, withDrawing }: Memory) => `${server.toFixed(0)} MB (with drawing ${withDrawing.toFixed(0)})`
  const { calm, during } = reads
  return [
    `${PICTURES} pictures of 25 megapixels at once from ${businesses === 1 ? 'one business' : `${businesses} businesses`}:`,
    `  stored: ${stored} within ${seconds.toFixed(0)} s, ${atOnce} of them without being asked to come back later (asked ${askedToWait} times)`,
    `  memory: ${of(memory.before)} before, at most ${of(memory.peak)}, ${of(memory.later)} later; goal: below 150 MB more`,
    `  reads of another business: p50 ${calm.p50.toFixed(1)} → ${during.p50.toFixed(1)} ms (${ratio(during.p50, calm.p50)}), p99 ${calm.p99.toFixed(1)} → ${during.p99.toFixed(1)} ms (${ratio(during.p99, calm.p99)}); goal: ≤ 3 ×`,
    `  log-ins of another business: p50 ${logIns.calm.toFixed(0)} → ${logIns.during.toFixed(0)} ms`,
  ].join('\n')
}
