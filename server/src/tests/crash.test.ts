import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import {
  type Attempt,
  book,
  HOST,
  newAttempt,
  type OfferedSlot,
  offeredSlots,
} from '@prenoto/test-support/server/booking-load.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

// All tests share one folder: each starts with what the previous crash left, and only the first creates a cluster.
let folder: string
let dataDir: string
let run = 0
let servers: ServerProcess[]
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'prenoto-crash-')))
  // PostgreSQL may run as another system user, who needs access to the folder.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})
beforeEach(() => {
  run += 1
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.end('SIGTERM')
  if (await postmasterPid()) await (await joinEmbeddedPostgres(dataDir)).stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function aServer() {
  const server = spawnServer({ DATA_DIR: dataDir })
  servers.push(server)
  await server.ready()
  return server
}

/** The process id in PostgreSQL's lock file; undefined without the file. */
async function postmasterPid() {
  const text = await readFile(join(dataDir, 'postgresql/cluster/postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n')[0])
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Queries the database directly, whichever process has started it. */
async function query<R extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<R[]> {
  const postgres = await joinEmbeddedPostgres(dataDir)
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return (await client.query<R>(sql, values)).rows
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Clients that book one slot after another until their server no longer responds. */
function bookUnderLoad(server: ServerProcess, slots: OfferedSlot[]) {
  const attempts: Attempt[] = []
  async function client() {
    for (let slot = slots.pop(); slot; slot = slots.pop()) {
      const attempt = newAttempt(slot, `run-${run}-${attempts.length}`)
      attempts.push(attempt)
      try {
        await book(server, attempt)
        // Retries while the database is unavailable, as browsers do.
        for (; attempt.status === 503; await book(server, attempt)) await sleep(50)
      } catch {
        return
      }
    }
  }
  const clients = Promise.all(Array.from({ length: 12 }, client))
  const acknowledged = () => attempts.filter(({ status }) => status === 201)
  return { attempts, acknowledged, clients }
}

/** The idempotency keys of the bookings that this test has made. */
async function keysBooked() {
  const keys = 'select idempotency_key as key from bookings where idempotency_key like $1'
  return (await query<{ key: string }>(keys, [`run-${run}-%`])).map(({ key }) => key)
}

const crashes: [what: string, crash: (server: ServerProcess) => Promise<number[]>][] = [
  ['the server process alone', async (server) => [server.pid]],
  [
    'the server and every process of PostgreSQL',
    async (server) => {
      const children = await query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
      return [server.pid, (await postmasterPid())!, ...children.map(({ pid }) => pid)]
    },
  ],
]

test.for(crashes)(
  'after kill -9 of %s under load no acknowledged booking is lost, and none is duplicated',
  { tags: ['4.29'] },
  async ([, findVictims]) => {
    const server = await aServer()
    const { attempts, acknowledged, clients } = bookUnderLoad(server, await offeredSlots(server))
    await expect.poll(() => acknowledged().length).toBeGreaterThan(30)

    for (const pid of await findVictims(server)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await Promise.all([server.exited, clients])
    const restarted = await aServer()

    // Every client whose response was lost retries with the same key.
    const unanswered = attempts.filter(({ status }) => status === undefined)
    expect(unanswered.length).toBeGreaterThan(0)
    for (const attempt of unanswered) await book(restarted, attempt)

    const booked = await query<{ idempotency_key: string; hidden_id: string }>(
      'select idempotency_key, hidden_id from bookings where idempotency_key like $1',
      [`run-${run}-%`],
    )
    const acknowledgedBookings = acknowledged().map(({ key, hiddenId }) => ({
      idempotency_key: key,
      hidden_id: hiddenId,
    }))
    const byKey = (a: { idempotency_key: string }, b: { idempotency_key: string }) =>
      a.idempotency_key < b.idempotency_key ? -1 : 1
    expect(booked.sort(byKey)).toEqual(acknowledgedBookings.sort(byKey))
    expect(attempts.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])

    // Each job that was pending at the crash runs once after it.
    const waiting = `select from pgboss.job where name = 'notify' and state = 'created'`
    await expect.poll(() => query(waiting), { interval: 300, timeout: 90_000 }).toEqual([])
    expect(await query('select from notifications group by user_id, deduplication_key having count(*) > 1')).toEqual([])

    const [slot] = await offeredSlots(restarted)
    const after = newAttempt(slot!, `after-${run}`)
    await book(restarted, after)
    expect(after.status).toBe(201)
    expect(await restarted.end('SIGTERM')).toMatchObject({ code: 0 })
  },
)

test('the server keeps running and booking when one process of PostgreSQL is killed under load', async () => {
  const server = await aServer()
  const slots = await offeredSlots(server)
  const { acknowledged, clients } = bookUnderLoad(server, slots)
  await expect.poll(() => acknowledged().length).toBeGreaterThan(20)

  const [victim] = await query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'prenoto app' and state <> 'idle' limit 1`,
  )
  process.kill(victim!.pid, 'SIGKILL')

  const before = acknowledged().length
  await expect.poll(() => acknowledged().length).toBeGreaterThan(before + 20)
  slots.length = 0
  await clients
  const booked = await keysBooked()
  expect(booked).toEqual(expect.arrayContaining(acknowledged().map(({ key }) => key)))
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
})

test('on SIGTERM the server answers pending requests, then it and PostgreSQL end', async () => {
  const server = await aServer()
  const { attempts, acknowledged, clients } = bookUnderLoad(server, await offeredSlots(server))
  await expect.poll(() => acknowledged().length).toBeGreaterThan(20)
  const pid = (await postmasterPid())!

  const { code } = await server.end('SIGTERM')
  await clients

  expect(code).toBe(0)
  expect(await postmasterPid()).toBeUndefined()
  // PostgreSQL removes its lock file a moment before the process ends.
  await expect.poll(() => isAlive(pid)).toBe(false)
  const booked = await keysBooked()
  expect(booked.sort()).toEqual(
    acknowledged()
      .map(({ key }) => key)
      .sort(),
  )
  expect(attempts.filter(({ status }) => status !== undefined && status !== 201 && status !== 409)).toEqual([])
})

test('a second server on the same folder ends with a message, and the first runs until its terminal is closed', async () => {
  const first = await aServer()

  const second = spawnServer({ DATA_DIR: dataDir })
  const { code, output } = await second.exited

  expect(code).toBe(1)
  expect(output).toBe(`DATA_DIR ${dataDir} is in use by another Prenoto. Stop that one, or choose another DATA_DIR.\n`)
  expect((await first.callUntilServed({ host: HOST, path: '/client/configs' })).status).toBe(200)
  expect(await first.end('SIGHUP')).toMatchObject({ code: 0 })
  expect(await postmasterPid()).toBeUndefined()
})
