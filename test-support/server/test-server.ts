import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { bookSlot } from '@prenoto/core/bookings/book-slot.endpoints.ts'
import type { OpeningHoursField } from '@prenoto/core/calendars/opening-hours-fields.ts'
import type { EndpointCall } from '@prenoto/core/contract/endpoint.ts'
import type { Role } from '@prenoto/core/contract/role.ts'
import { addDays, isoWeekday, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { InjectOptions } from 'fastify'
import type { Insertable } from 'kysely'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { INVALIDATION_CHANNEL, openCaches } from '../../server/src/cache/caches.ts'
import { tenantDirectory } from '../../server/src/cache/tenant-directory.ts'
import { openAppPool, openOwnerPool } from '../../server/src/database/connection.ts'
import { openConnections } from '../../server/src/database/connections.ts'
import { openListener } from '../../server/src/database/listener.ts'
import type { Schema } from '../../server/src/database/schema.ts'
import { tenantDatabase } from '../../server/src/database/tenant-database.ts'
import { openMailSender } from '../../server/src/emails.ts'
import { eventHub } from '../../server/src/features/notifications/event-hub.ts'
import { EVENT_CHANNEL } from '../../server/src/features/notifications/notifications.repository.ts'
import { insertTenant } from '../../server/src/features/operations/provider/provider.repository.ts'
import { openTextChannels } from '../../server/src/features/text-messages/channels/open-text-channels.ts'
import { diskStore, type FileStore } from '../../server/src/features/uploads/file-store.ts'
import type { UploadLimits } from '../../server/src/features/uploads/open-uploads.ts'
import { startJobs, toPushOptions } from '../../server/src/jobs.ts'
import { type Encryption, encryptionWith } from '../../server/src/lib/encryption.ts'
import { openLog } from '../../server/src/lib/log.ts'
import { openOutgoing } from '../../server/src/lib/outgoing/outgoing.ts'
import { openJobQueue } from '../../server/src/queue/queue.ts'
import type { DkimKey } from '../../server/src/settings/dkim.ts'
import type { Settings } from '../../server/src/settings/settings.ts'
import type { Context } from '../../server/src/tenants/context.ts'
import { findTenant } from '../../server/src/tenants/tenants.repository.ts'
import { demandTenants } from '../database/demand-tenants.ts'
import { databaseUrl } from '../database/global-setup.ts'
import { newDatabase, roleUrlsAt } from '../database/test-database.ts'
import { toCalendarRow } from '../fixtures/calendars.ts'

/** Dates and times as text. */
type AsText<V> = V extends PlainDate | PlainTime ? string : V
type New<T extends keyof Schema> = {
  [C in keyof Omit<Insertable<Schema[T]>, 'tenant_id'>]?: AsText<Insertable<Schema[T]>[C]>
}

/** The initial time of test servers: Saturday, 9:45 in Rome. */
export const NOW = Temporal.Instant.from('2026-11-21T08:45:00Z')

/** A visitor's booking of the first slot of Monday, complete and valid. */
export const aBooking: EndpointCall<typeof bookSlot>['body'] = {
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia.verdi@example.it',
  telephone: '3331234567',
  privacy: true,
  visit_day: '2026-11-23',
  visit_hour: '09:00:00',
}

/**
 * A Monday at least a week ahead by the real clock, for servers and workers that are processes of their own. A
 * `testServer` must set its clock to the real time to book on it.
 */
export function nextMonday(): PlainDate {
  const today = todayIn('Europe/Rome', Temporal.Now.instant())
  return addDays(today, 15 - isoWeekday(today))
}

type SessionTimes = { created?: Temporal.Instant; used?: Temporal.Instant }

type TestServerOptions = {
  work?: boolean
  rateLimits?: boolean
  trustProxy?: Settings['trustProxy']
  metricsTokens?: string[]
  ownDomains?: Settings['ownDomains']
  signUp?: Settings['signUp']
  accessLog?: boolean
  url?: string
  /** TTL of the tenant directory, milliseconds. */
  trustedFor?: number
  /** By default e-mails are written to `mailFolder`. */
  smtpUrl?: string
  textChannels?: Settings['textChannels']
  dkim?: DkimKey
  /** Overrides the default limits, except that no test reaches a default timeout. */
  uploadLimits?: Partial<UploadLimits>
  /** By default uploads are stored in the folder `uploads`. */
  files?: FileStore
  /** Origins of push services. */
  pushServices?: string[]
  outgoingAllow?: string[]
  /** By default with a random key. */
  encryption?: Encryption
  /** Signs copies of a business's data. */
  signingKey?: Buffer
  /** Receives every line of the log from `logLevel` on. */
  logTo?: (line: string) => void
  logLevel?: Settings['logLevel']
}

const LONG_TIMEOUTS = { queueTimeout: 60_000, receiveTimeout: 60_000, resizeSeconds: 60 }

let workerServer: Promise<TestServer> | undefined
let workerSibling: Promise<TestServer> | undefined
let workerLimited: Promise<TestServer> | undefined

/**
 * A `testServer` for all tests of a file. Files without options share the one of their worker: tenants keep their tests
 * apart, and the clock starts at `NOW` in each.
 */
export async function sharedServer(options?: TestServerOptions) {
  if (!options) {
    workerServer ??= testServer()
    const server = await workerServer
    server.clock.now = NOW
    return server
  }
  const server = await testServer(options)
  afterAll(() => server.close())
  return server
}

/** The shared server without options, and another one on its database, with its own caches. */
export async function sharedPair() {
  const server = await sharedServer()
  workerSibling ??= testServer({ url: server.url })
  const sibling = await workerSibling
  sibling.clock.now = NOW
  return [server, sibling] as const
}

/** A server with rate limits on the database of the shared server, for all files of a worker. */
export async function sharedLimitedServer() {
  const { url } = await sharedServer()
  workerLimited ??= testServer({ rateLimits: true, url })
  const server = await workerLimited
  server.clock.now = NOW
  // Visitors of all tests have the same address, whose e-mails from all businesses are counted.
  await server.owner.query('truncate system.recipients')
  return server
}

const provider = { name: 'Prenoto', email: 'aiuto@prenoto.example' }

/** A whole server on a database of its own (or on `url`), which is called without a socket. */
export async function testServer({
  work = false,
  rateLimits = false,
  trustProxy = false,
  metricsTokens = [],
  ownDomains,
  signUp,
  accessLog = false,
  url: given,
  trustedFor,
  smtpUrl,
  textChannels = {},
  dkim,
  uploadLimits,
  files,
  pushServices = [],
  outgoingAllow = ['127.0.0.0/8'],
  encryption = encryptionWith([randomBytes(32)]),
  signingKey,
  logTo,
  logLevel = 'info',
}: TestServerOptions = {}) {
  const database = given ? undefined : await newDatabase()
  const url = given ?? database!.url
  const owner = openOwnerPool(url)
  const urls = roleUrlsAt(url)
  const log = logTo ? openLog(logLevel, { write: logTo }) : openLog(process.env.TEST_LOG ?? 'fatal')
  const connections = openConnections(urls, log)
  await demandTenants(connections.app, owner)
  /** For the statements of tests. */
  const pool = openAppPool(urls)
  const clock = { now: NOW }
  const jobs = await openJobQueue(urls, log, { wakePause: 20 })
  const dataDir = await mkdtemp(join(inject('folder'), 'data-'))
  const mail = { smtpUrl, from: 'prenoto@example.it', dkim }
  const sender = openMailSender({ settings: { mail, dataDir, port: 3000, signUp }, log, dev: false })
  const push = { services: pushServices }
  const outgoing = openOutgoing({ allow: outgoingAllow })
  const uploads = join(dataDir, 'uploads')
  const store = files ?? diskStore(uploads)
  const workers = work
    ? await startJobs({
        queue: jobs,
        pool: connections.app,
        clock: () => clock.now,
        log,
        sender,
        texts: { channels: openTextChannels(textChannels, log), port: 3000, log },
        files: store,
        mailFolder: join(dataDir, 'mail'),
        push: toPushOptions({ push, provider, outgoing }, { encryption, pool: connections.app }),
        copySource: { urls, encryption, signingKey },
        outgoing,
        // Jobs of tests do not wait until their process is idle.
        isServing: false,
      })
    : undefined
  const events = eventHub()
  const caches = openCaches(connections.app, tenantDirectory(connections.app, trustedFor))
  const marks = new Map<string, () => void>()
  const invalidations = {
    ...caches,
    message: (payload: string) => (marks.has(payload) ? marks.get(payload)!() : caches.message(payload)),
  }
  const listener = await openListener(urls, { [EVENT_CHANNEL]: events, [INVALIDATION_CHANNEL]: invalidations }, log)
  const app = await buildApp({
    settings: {
      port: 3000,
      isLocal: trustProxy === false,
      trustProxy,
      metricsTokens,
      ownDomains,
      signUp,
      textChannels,
      accessLog,
      rateLimits,
      provider,
      push,
      outgoingAllow,
    },
    connections,
    jobs,
    files: store,
    encryption,
    uploadLimits: { ...LONG_TIMEOUTS, ...uploadLimits },
    mailer: sender.mailer,
    events,
    caches,
    log,
    clock: () => clock.now,
    maxEventLoopDelay: 0,
  })
  let tenants = 0
  let address: Promise<string> | undefined

  /** Opens a socket for clients that need one, and returns its port. */
  async function listen() {
    address ??= app.listen({ host: '127.0.0.1', port: 0 })
    return Number(new URL(await address).port)
  }

  /** Requests to a domain, with these headers in each. */
  function visit(domain: string, sent: object = {}) {
    const call = (method: InjectOptions['method'], path: string, payload?: unknown, headers = {}) =>
      app.inject({
        method,
        url: `/api${path}`,
        headers: { host: domain, ...sent, ...headers },
        ...(payload !== undefined && { payload: payload as object }),
      })

    return {
      get: (path: string, headers?: object) => call('GET', path, undefined, headers),
      post: (path: string, payload: unknown, headers?: object) => call('POST', path, payload, headers),
      put: (path: string, payload: unknown, headers?: object) => call('PUT', path, payload, headers),
      patch: (path: string, headers?: object) => call('PATCH', path, undefined, headers),
      delete: (path: string, headers?: object) => call('DELETE', path, undefined, headers),
      book: (serviceId: number, booking: object = {}, headers?: object) =>
        call('POST', `/client/bookings/create/${serviceId}`, { ...aBooking, ...booking }, headers),
      page: (path: string) => app.inject({ method: 'GET', url: path, headers: { host: domain } }),
    }
  }

  async function newTenant(configuration: Omit<New<'configurations'>, 'patron_day'> = {}) {
    tenants += 1
    const domain = `t${tenants}-${Math.random().toString(36).slice(2)}.example`
    const admin = { name: 'Ada', surname: 'Bianchi', email: 'ada@example.it', passwordHash: '' }
    const id = (await insertTenant(owner, { name: `Salone ${tenants}`, domain, timeZone: 'Europe/Rome', admin }))!
    const db = tenantDatabase(pool, id)
    await db
      .updateTable('configurations')
      .set({ app_primary_color: '#1d4ed8', ...configuration })
      .where('tenant_id', '=', id)
      .execute()
    const tenant = (await findTenant(db, id))!
    const ctx = (): Context => ({ db, tenant, now: clock.now, jobs })

    async function insert<
      T extends 'calendars' | 'services' | 'calendar_exceptions' | 'users' | 'waiting_list_entries',
    >(table: T, row: object) {
      const { id: insertedId } = await db
        .insertInto(table as 'calendars')
        .values({ ...row, tenant_id: id } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      // The notification of the database may come after the next request.
      caches.invalidate(id)
      return insertedId
    }

    /** Open Monday to Saturday, 9 to 13 and 15 to 19. */
    async function newCalendar(calendar: New<'calendars'> & { [field in OpeningHoursField]?: string | null } = {}) {
      const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
      const hours = Object.fromEntries(
        days.flatMap((day) => [
          [`${day}_morning_from`, '09:00'],
          [`${day}_morning_to`, '13:00'],
          [`${day}_afternoon_from`, '15:00'],
          [`${day}_afternoon_to`, '19:00'],
        ]),
      )
      const row = toCalendarRow({ name: 'Sala', from: '2026-01-01', ...hours, ...calendar })
      return { id: await insert('calendars', row) }
    }

    async function newService({ calendar_id, ...service }: New<'services'> = {}, ...others: { id: number }[]) {
      const calendar = calendar_id ?? (await newCalendar()).id
      const row = { name: 'Taglio', duration: 60, amount: '25.00', ...service, calendar_id: calendar }
      const insertedService = await insert('services', row)
      for (const other of others)
        await db
          .insertInto('service_calendars')
          .values({ tenant_id: id, service_id: insertedService, calendar_id: other.id })
          .execute()
      return { id: insertedService, calendar_id: calendar }
    }

    const newUser = async (row: New<'users'> = {}) => ({
      id: await insert('users', {
        name: 'Ada',
        surname: 'Bianchi',
        email: `u${Math.random().toString(36).slice(2)}@example.it`,
        ...row,
      }),
    })

    /** The token of a new session, by default opened now. */
    async function newSession(userId: number, { created = clock.now, used }: SessionTimes = {}) {
      const token = randomBytes(32).toString('base64url')
      await db
        .insertInto('sessions')
        .values({
          tenant_id: id,
          user_id: userId,
          token_hash: createHash('sha256').update(token).digest(),
          created_at: created.toString(),
          last_used_at: (used ?? created).toString(),
          proved_at: created.toString(),
        })
        .execute()
      return token
    }

    /** Requests with a session token. */
    const withToken = (token: string) => ({ token, ...visit(domain, { authorization: `Bearer ${token}` }) })

    /** Requests of a new user with this role. */
    async function as(role: Role, row: New<'users'> = {}) {
      const user = await newUser({ role, ...row })
      return { id: user.id, ...withToken(await newSession(user.id)) }
    }

    return {
      id,
      domain,
      as,
      withToken,
      newSession,
      db,
      ctx,
      newCalendar,
      newService,
      /** A waiting-list entry for Monday. */
      newWaitingListEntry: async (row: New<'waiting_list_entries'>) => {
        const { privacy: _, visit_hour: __, ...giulia } = aBooking
        const consent = { identity: giulia.email, privacy_version: '1', consented_at: NOW.toString() }
        const hidden_id = randomBytes(16).toString('base64url')
        return { id: await insert('waiting_list_entries', { ...giulia, ...consent, hidden_id, ...row }), hidden_id }
      },
      newDayOff: async (row: Omit<New<'calendar_exceptions'>, 'kind'>) => ({
        id: await insert('calendar_exceptions', { kind: 'closure', reason: 'Ferie', ...row }),
      }),
      newSpecialOpening: async ({ day, ...row }: Omit<New<'calendar_exceptions'>, 'kind'> & { day: string }) => ({
        id: await insert('calendar_exceptions', {
          kind: 'special_opening',
          day_from: day,
          day_to: day,
          hour_from: '09:00',
          hour_to: '13:00',
          reason: '',
          ...row,
        }),
      }),
      newChangedHours: async ({
        windows,
        ...row
      }: Omit<New<'calendar_exceptions'>, 'kind' | 'windows'> & {
        windows: { weekdays: number[]; from: string; to: string }[]
      }) => ({
        id: await insert('calendar_exceptions', {
          kind: 'changed_hours',
          reason: '',
          ...row,
          windows: JSON.stringify(windows),
        }),
      }),
      newUser,
      ...visit(domain),
    }
  }

  return {
    app,
    listen,
    url,
    /** Connects to its database as the superuser. */
    superuserUrl: databaseUrl(inject('postgres').superuser, new URL(url).pathname.slice(1)),
    dataDir,
    uploads,
    mailFolder: join(dataDir, 'mail'),
    /** Adds the jobs of due reminders. */
    planReminderJobs: () => workers!.planReminderJobs(),
    /** Looks for free slots to offer to waiting lists. */
    checkWaitingLists: () => workers!.checkWaitingLists(),
    /** Adds the jobs that read the addresses of other calendars that are due. */
    checkBusyFeeds: () => workers!.checkBusyFeeds(),
    /** Adds the jobs of due deliveries to other programs. */
    checkWebhooks: () => workers!.checkWebhooks(),
    /** Adds the jobs that delete old data. */
    applyRetentions: () => workers!.applyRetentions(),
    /** Deletes expired rows. */
    deleteExpired: () => workers!.deleteExpired(),
    owner,
    jobs,
    connections,
    clock,
    newTenant,
    visit,
    /** Resolves once all invalidations sent so far have arrived; PostgreSQL delivers them in order. */
    async waitForInvalidations() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const mark = `mark ${randomBytes(8).toString('hex')}`
      marks.set(mark, resolve)
      // Repeated, since a listener whose connection was cut may not have reconnected.
      const arrived = promise.then(() => true)
      do await owner.query('select pg_notify($1, $2)', [INVALIDATION_CHANNEL, mark])
      while (!(await Promise.race([arrived, delay(200, false)])))
      marks.delete(mark)
    },
    async close() {
      await app.close()
      await listener.close()
      workers?.stop()
      await jobs.stop()
      await sender.mailer.close()
      await rm(dataDir, { recursive: true, force: true })
      await connections.close()
      await pool.end()
      await owner.end()
      await database?.drop()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof testServer>>
export type TestTenant = Awaited<ReturnType<TestServer['newTenant']>>
