import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { startOwnPostgres } from '@prenoto/test-support/database/own-postgres.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import {
  type Attempt,
  addBusiness,
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

/** A real process under a booking load, on a PostgreSQL of its own into which the tests inject faults. */
let folder: string
let postgres: EmbeddedPostgres
let proxy: Awaited<ReturnType<typeof openTcpProxy>>
let superuser: Pool
let server: ServerProcess
let load: ReturnType<typeof bookOn>
/** A slot on a day that the load does not book. */
let spared: OfferedSlot

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-faults-'))
  postgres = await startOwnPostgres(folder)
  proxy = await openTcpProxy(parsePort(postgres.url))
  const urls = await createRoles(postgres.url)
  superuser = openOwnerPool(postgres.url)
  const settings = {
    DATABASE_URL: overWire(urls.app),
    OWNER_DATABASE_URL: overWire(urls.owner),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    DEMO: 'off',
  }
  server = spawnServer(settings)
  await server.ready()
  await addBusiness(superuser, 'Studio Armonia')
  const [slot, ...others] = await offeredSlots(server)
  spared = slot!
  load = bookOn(
    server,
    others.filter(({ visit_day }) => visit_day !== spared.visit_day),
  )
})
afterAll(async () => {
  await load?.stop()
  await server.end('SIGINT')
  await superuser.end()
  await proxy.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const parsePort = (url: string) => Number(new URL(url).port)
const overWire = (url: string) => Object.assign(new URL(url), { port: String(proxy.port) }).href

/** Clients that book one slot after another and retry with the same key until the response is 201 or 409. */
function bookOn(server: ServerProcess, slots: OfferedSlot[]) {
  const attempts: Attempt[] = []
  const unexpectedStatuses: number[] = []
  let isBooking = false
  let isOver = false

  async function settle(attempt: Attempt) {
    while (attempt.status !== 201 && attempt.status !== 409) {
      attempt.status = undefined
      await book(server, attempt).catch(() => {})
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

test.for(faults)('the server survives and continues to book when %s', async ([, fault]) => {
  await load.continues()

  await fault()
  proxy.repair()

  await load.continues()
  load.pause()
  expect(await server.callUntilServed({ host: HOST, path: '/client/configs' })).toMatchObject({ status: 200 })
})

test('notifications arrive again after the listening connection was cut', async () => {
  const readWelcome = async () => {
    const { body } = await server.callUntilServed({ host: HOST, path: '/client/configs' })
    return JSON.parse(body).welcome_text
  }
  expect(await readWelcome()).toBe('')
  await terminate(`application_name = 'prenoto listener'`)

  await superuser.query(`update configurations set welcome_text = 'Di nuovo qui'`)

  await expect.poll(readWelcome).toBe('Di nuovo qui')
})

test('an unresponsive database is answered with 503 in time; once it responds, requests succeed, and a form submitted meanwhile can be sent again and books once', {
  tags: ['13.152'],
}, async () => {
  const page = (path: string) => server.visit(HOST, path)
  const address = `/client_service/${spared.id}/booking?giorno=${spared.visit_day}&ora=${spared.visit_hour.slice(0, 5)}`
  const { name, surname, email, telephone } = aBooking
  const fields = { name, surname, email, telephone, privacy: 'on', key: 'una-volta-sola' }
  await page('/')
  proxy.silenceAll()

  // The first form fails at the booking, the second at the look-up of a tenant that this process has not cached.
  const submissions = [HOST, 'salone.localhost'].map((host) => server.submit(host, address, fields))
  const answers = await Promise.all(
    ['/client/configs', '/client/services', '/client/services/1'].map((path) => server.call({ host: HOST, path })),
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
    const submit = () => server.submit(HOST, actions[0]!.replaceAll('&amp;', '&'), fields)
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
