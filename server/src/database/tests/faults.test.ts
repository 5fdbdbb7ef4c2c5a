import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import {
  type Attempt,
  book,
  HOST,
  newAttempt,
  type OfferedSlot,
  offeredSlots,
} from '@prenoto/test-support/server/booking-load.ts'
import { aBooking } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnerPool, type Pool } from '../connection.ts'
import { createRoles } from '../roles.ts'

/** Two real processes under a booking load, on a PostgreSQL of their own into which the tests inject faults. */
let folder: string
let postgres: EmbeddedPostgres
let proxy: Awaited<ReturnType<typeof openTcpProxy>>
let superuser: Pool
let servers: ServerProcess[]
let load: ReturnType<typeof bookOn>
/** The published one, with which the demo's users log in to a server that only this computer reaches. */
const PASSWORD = 'Prenota-2026!'
/** A slot on a day that the load does not book. */
let spared: OfferedSlot

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-faults-'))
  // PostgreSQL may run as another system user, who needs access to the folder.
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres(folder, { durable: false })
  proxy = await openTcpProxy(parsePort(postgres.url))
  const urls = await createRoles(postgres.url)
  superuser = openOwnerPool(postgres.url)
  const settings = {
    DATABASE_URL: overWire(urls.app),
    OWNER_DATABASE_URL: overWire(urls.owner),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
  }
  const { stdout } = await callCli({ ...settings, HOST: '127.0.0.1' }, 'demo')
  expect(stdout).toContain(`the password of every log-in is ${PASSWORD}`)
  servers = [1, 2].map(() => spawnServer(settings))
  await Promise.all(servers.map((server) => server.ready()))
  const [slot, ...others] = await offeredSlots(servers[0]!)
  spared = slot!
  load = bookOn(
    servers,
    others.filter(({ visit_day }) => visit_day !== spared.visit_day),
  )
})
afterAll(async () => {
  await load?.stop()
  await Promise.all(servers.map((server) => server.end('SIGINT')))
  await superuser.end()
  await proxy.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const parsePort = (url: string) => Number(new URL(url).port)
const overWire = (url: string) => Object.assign(new URL(url), { port: String(proxy.port) }).href

/** Clients that book one slot after another and retry with the same key until the response is 201 or 409. */
function bookOn(servers: ServerProcess[], slots: OfferedSlot[]) {
  const attempts: Attempt[] = []
  const unexpectedStatuses: number[] = []
  let isBooking = false
  let isOver = false

  async function settle(attempt: Attempt) {
    for (let i = attempts.length; attempt.status !== 201 && attempt.status !== 409; i += 1) {
      attempt.status = undefined
      await book(servers[i % servers.length]!, attempt).catch(() => {})
      if (attempt.status === 503) await sleep(50)
      else if (attempt.status !== undefined && attempt.status !== 201 && attempt.status !== 409)
        unexpectedStatuses.push(attempt.status)
    }
  }
  async function client() {
    while (!isOver) {
      if (isBooking) {
        const attempt = newAttempt(slots.pop()!, `attempt-${attempts.length}`)
        attempts.push(attempt)
        await settle(attempt)
      }
      // A steady load; a heavier one proves no more.
      await sleep(150)
    }
  }
  const clients = Promise.all(Array.from({ length: 4 }, client))
  const acknowledged = () => attempts.filter(({ status }) => status === 201)
  return {
    attempts,
    acknowledged,
    /** Statuses that no client should get. */
    unexpectedStatuses,
    /** Books until some more bookings are acknowledged, and then until `pause`. */
    async continues() {
      isBooking = true
      const before = acknowledged().length
      await expect.poll(() => acknowledged().length, { interval: 20 }).toBeGreaterThan(before + 5)
    },
    pause() {
      isBooking = false
    },
    async stop() {
      isOver = true
      await clients
    },
  }
}

async function restart() {
  postgres = await startEmbeddedPostgres(folder, { durable: false })
  proxy.retarget(parsePort(postgres.url))
  await superuser.end()
  superuser = openOwnerPool(postgres.url)
}

const terminate = (which: string) =>
  superuser.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'prenoto %'
                   and usename <> 'postgres' and ${which}`)

async function postmasterPid() {
  const text = await readFile(join(folder, 'postgresql/cluster/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

const faults: [what: string, fault: () => Promise<void>][] = [
  [
    'connections are cut at random',
    async () => {
      for (let i = 0; i < 15; i += 1) {
        await terminate('random() < 0.5')
        await sleep(60)
      }
    },
  ],
  ['the network to the database is cut', async () => proxy.cut()],
  [
    'the database is stopped at once',
    async () => {
      process.kill(await postmasterPid(), 'SIGQUIT')
      await postgres.lost
      await restart()
    },
  ],
]

test.for(faults)('both processes survive and continue to book when %s', async ([, fault]) => {
  await load.continues()

  await fault()
  proxy.repair()

  await load.continues()
  load.pause()
  for (const server of servers)
    expect(await server.callUntilServed({ host: HOST, path: '/client/configs' })).toMatchObject({ status: 200 })
})

test('notifications arrive again after the listening connection was cut', async () => {
  await terminate(`application_name = 'prenoto listener'`)

  const logIn = { email: 'admin@demo.it', password: PASSWORD }
  const { body } = await servers[0]!.callUntilServed({ host: HOST, method: 'POST', path: '/login', payload: logIn })
  const headers = { authorization: `Bearer ${JSON.parse(body).access_token}` }
  const configs = async (server: ServerProcess) =>
    JSON.parse((await server.callUntilServed({ host: HOST, path: '/client/configs' })).body)
  const configuration = await configs(servers[0]!)
  const welcome_text = 'Di nuovo qui'
  const { status } = await servers[0]!.callUntilServed({
    host: HOST,
    method: 'PUT',
    path: '/configs/update',
    payload: { ...configuration, welcome_text },
    headers,
  })

  expect(status).toBe(200)
  await expect.poll(async () => (await configs(servers[1]!)).welcome_text).toBe(welcome_text)
})

test('an unresponsive database is answered with 503 in time; once it responds, requests succeed, and a form submitted meanwhile can be sent again and books once', {
  tags: ['13.152'],
}, async () => {
  const page = (path: string) => servers[0]!.visit(HOST, path)
  const address = `/client_service/${spared.id}/booking?giorno=${spared.visit_day}&ora=${spared.visit_hour.slice(0, 5)}`
  const { name, surname, email, telephone } = aBooking
  const fields = { name, surname, email, telephone, privacy: 'on', key: 'una-volta-sola' }
  await page('/')
  proxy.silenceAll()

  // The first form fails at the booking, the second at the look-up of a tenant that this process has not cached.
  const submissions = [HOST, 'salone.localhost'].map((host) => servers[0]!.submit(host, address, fields))
  const answers = await Promise.all(
    ['/client/configs', '/client/services', '/client/services/1'].map((path) => servers[0]!.call({ host: HOST, path })),
  )
  const unknown = await Promise.all(submissions)
  const shownPage = await page('/client_service')
  const ready = await page('/readyz')
  const health = await page('/healthz')
  proxy.repair()

  for (const { status, headers, body } of answers) {
    expect(status).toBe(503)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(body).detail).toBe('Il servizio non è al momento disponibile. Riprova tra poco.')
  }
  expect(shownPage.status).toBe(503)
  expect(Number(shownPage.headers['retry-after'])).toBeGreaterThan(0)
  expect(shownPage.body).toContain('Torniamo tra poco')
  expect(shownPage.body).toContain('Studio Armonia')
  expect(shownPage.body).not.toContain('<script type="module"')
  expect([ready.status, health.status]).toEqual([503, 200])
  const actions = unknown.map(({ status, body }) => {
    expect(status).toBe(503)
    expect(body).toContain('Quello che hai scritto non è perso')
    const sent = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    expect(Object.fromEntries(sent.map(([, name, value]) => [name, value]))).toEqual(fields)
    return /<form action="([^"]*)" method="post"/.exec(body)![1]!
  })

  // A query that still waits on a silent connection fails before its next attempt.
  await load.continues()
  load.pause()
  for (let i = 0; i < 2; i += 1) {
    const submit = () => servers[1]!.submit(HOST, actions[0]!.replaceAll('&amp;', '&'), fields)
    const booked = { status: 303, headers: { location: '/thank_you#prenotazione-effettuata' } }
    // The database may not have noticed a lost connection yet, whose transaction still locks the day.
    await expect.poll(submit, { interval: 500 }).toMatchObject(booked)
  }
  const { rows } = await superuser.query('select name from bookings where idempotency_key = $1', [fields.key])
  expect(rows).toEqual([{ name: 'Giulia' }])
})

test('after all faults no acknowledged booking is lost or duplicated, and no response was 500', async () => {
  await load.stop()

  const { rows } = await superuser.query<{ idempotency_key: string; hidden_id: string }>(
    `select idempotency_key, hidden_id from bookings where idempotency_key <> 'una-volta-sola' order by 1`,
  )
  const acknowledgedBookings = load
    .acknowledged()
    .map(({ key, hiddenId }) => ({ idempotency_key: key, hidden_id: hiddenId! }))
  const byKey = (a: { idempotency_key: string }, b: { idempotency_key: string }) =>
    a.idempotency_key < b.idempotency_key ? -1 : 1
  expect(rows.sort(byKey)).toEqual(acknowledgedBookings.sort(byKey))
  expect(acknowledgedBookings.length).toBeGreaterThan(30)
  expect(load.unexpectedStatuses).toEqual([])
})
