import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import {
  type Attempt,
  addBusiness,
  book,
  HOST,
  newAttempt,
  type OfferedSlot,
  offeredSlots,
} from '@prenoto/test-support/server/booking-load.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOwnerPool } from '../database/connection.ts'

// All tests share one folder and go on with the server that the previous one has left.
let folder: string
let dataDir: string
let run = 0
let server: ServerProcess
/** The slots that no test has tried to book. */
let slots: OfferedSlot[]
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'prenoto-crash-')))
  // PostgreSQL may run as another system user, who needs access to the folder.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
  await start()
  const postgres = await joinEmbeddedPostgres(dataDir)
  const owner = openOwnerPool(postgres.url)
  await addBusiness(owner, 'Salone')
  await owner.end()
  slots = await offeredSlots(server)
})
beforeEach(() => {
  run += 1
})
afterAll(async () => {
  await server.end('SIGINT')
  if (await postmasterPid()) await (await joinEmbeddedPostgres(dataDir)).stop()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  server = spawnServer({ DATA_DIR: dataDir, DEMO: 'off' })
  await server.ready()
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

/** Clients that book one slot after another until `stop` or until their server no longer responds. */
function bookUnderLoad() {
  const attempts: Attempt[] = []
  let isOver = false
  async function client() {
    while (!isOver) {
      const attempt = newAttempt(slots.pop()!, `run-${run}-${attempts.length}`)
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
  const clients = Promise.all(Array.from({ length: 6 }, client))
  const acknowledged = () => attempts.filter(({ status }) => status === 201)
  const stop = () => {
    isOver = true
    return clients
  }
  return { attempts, acknowledged, clients, stop }
}

/** The idempotency keys of the bookings that this test has made. */
async function keysBooked() {
  const keys = 'select idempotency_key as key from bookings where idempotency_key like $1'
  return (await query<{ key: string }>(keys, [`run-${run}-%`])).map(({ key }) => key)
}

/** The server and every process of its PostgreSQL. */
async function findProcesses() {
  const children = await query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return [server.pid, (await postmasterPid())!, ...children.map(({ pid }) => pid)]
}

test('after kill -9 of the server and every process of PostgreSQL under load no acknowledged booking is lost, and none is duplicated', {
  tags: ['4.29'],
}, async () => {
  const { attempts, acknowledged, clients } = bookUnderLoad()
  await expect.poll(() => acknowledged().length, { interval: 10 }).toBeGreaterThan(10)

  for (const pid of await findProcesses()) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await Promise.all([server.exited, clients])
  await start()

  // Every client whose response was lost retries with the same key.
  const unanswered = attempts.filter(({ status }) => status === undefined)
  expect(unanswered.length).toBeGreaterThan(0)
  for (const attempt of unanswered) await book(server, attempt)

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

  let after: Attempt
  do {
    after = newAttempt(slots.pop()!, `after-${run}-${slots.length}`)
    await book(server, after)
  } while (after.status === 409)
  expect(after.status).toBe(201)
})

test('the server keeps running and booking when one process of PostgreSQL is killed under load', async () => {
  const { acknowledged, stop } = bookUnderLoad()
  await expect.poll(() => acknowledged().length, { interval: 10 }).toBeGreaterThan(5)

  const [victim] = await query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'prenoto app' order by state = 'idle' limit 1`,
  )
  process.kill(victim!.pid, 'SIGKILL')

  const before = acknowledged().length
  await expect.poll(() => acknowledged().length, { interval: 10 }).toBeGreaterThan(before + 5)
  await stop()
  const booked = await keysBooked()
  expect(booked).toEqual(expect.arrayContaining(acknowledged().map(({ key }) => key)))
})

test('the command line works on the database of the running server', async () => {
  const { code, stdout } = await callCli({ DATA_DIR: dataDir }, 'tenant', 'list')

  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`\t${HOST}\t`) })
})

test('on SIGTERM the server answers pending requests, then it and PostgreSQL end', async () => {
  const { attempts, acknowledged, clients } = bookUnderLoad()
  await expect.poll(() => acknowledged().length, { interval: 10 }).toBeGreaterThan(5)
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
