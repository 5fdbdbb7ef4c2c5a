import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { type Caches, openCaches } from './cache/caches.ts'
import type { Connections } from './database/connections.ts'
import { errorTexts } from './errors.ts'
import { bookingRoutes } from './features/bookings/bookings.routes.ts'
import { seriesRoutes } from './features/bookings/series/series.routes.ts'
import { calendarFileRoutes } from './features/calendar-files/calendar-files.routes.ts'
import { calendarRoutes } from './features/calendars/calendars.routes.ts'
import { configurationRoutes } from './features/configuration/configuration.routes.ts'
import { contactRoutes } from './features/contact/contact.routes.ts'
import { customerRoutes } from './features/customers/customers.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { dayOffRoutes } from './features/days-off/days-off.routes.ts'
import { type EventHub, eventHub } from './features/notifications/event-hub.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { serveFiles, servePages } from './features/pages/pages.ts'
import { privacyRoutes } from './features/privacy/privacy.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { publicServices } from './features/services/public-services.ts'
import { serviceRoutes } from './features/services/services.routes.ts'
import { authenticate } from './features/session/authentication.ts'
import { logInLimits } from './features/session/log-in-limits.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { specialOpeningRoutes } from './features/special-openings/special-openings.routes.ts'
import type { FileStore } from './features/uploads/file-store.ts'
import { openUploads, type UploadLimits } from './features/uploads/open-uploads.ts'
import { acceptFiles } from './features/uploads/read-picture.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { waitingRoutes } from './features/waiting-list/waiting-list.routes.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { forbidCaching } from './plugins/caching.ts'
import { trustProxyOption } from './plugins/client-address.ts'
import { closeConnectionsWhenDraining, type Drain, newDrain } from './plugins/drain.ts'
import {
  answerBusy,
  answerMalformed,
  answerNotFound,
  answerUnreadable,
  answerUnroutable,
  handleErrors,
  showMalformed,
} from './plugins/error-handler.ts'
import { pathOf } from './plugins/host.ts'
import { invalidateAfterWrites } from './plugins/invalidate-after-writes.ts'
import { describeApi, serveApiDocs } from './plugins/openapi.ts'
import { operationsRoutes } from './plugins/operations.ts'
import { limitLoad } from './plugins/overload.ts'
import { deleteExpiredCounters, limitRates } from './plugins/rate-limits.ts'
import { findTenants, requireTenants } from './plugins/tenant.ts'
import type { Jobs } from './queue/queue.ts'
import type { Settings } from './settings/settings.ts'

export type AppParts = {
  settings: Pick<Settings, 'port' | 'trustProxy' | 'isLocal' | 'metricsToken' | 'rateLimits' | 'provider'>
  connections: Connections
  jobs: Jobs
  files: FileStore
  /** What differs from the limits that uploads have by themselves. */
  uploadLimits?: Partial<UploadLimits>
  /** Passes events on to open dashboards; whoever makes the app feeds it from the database. */
  events?: EventHub
  /** Whoever makes the app invalidates them by what other processes publish. */
  caches?: Caches
  /** Tells that the process is about to stop; whoever makes the app begins it. */
  drain?: Drain
  log: Logger
  clock?: Clock
  /** Render pages from the sources, with hot reload. */
  dev?: boolean
}

/**
 * Quick rather than small: answers are compressed as they are sent, those of usual size in one go. A stream for each would
 * leave its buffers to the collector, which lets dozens of megabytes of them gather.
 */
const COMPRESSION = {
  threshold: 2_048,
  syncThreshold: 256 * 1_024,
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
}

/** What API answers allow a browser to do with them: nothing. Pages set their own policy. */
const API_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

/** For a value of the wrong kind in a field that has no message of its own. */
const plainMessage: z.core.$ZodErrorMap = (issue) => (issue.code === 'invalid_type' ? 'Valore non valido.' : undefined)

/** Puts the whole server together: the table of contents of everything that answers a request. */
export async function buildApp({
  settings,
  connections,
  jobs,
  files,
  uploadLimits,
  events = eventHub(),
  caches = openCaches(connections.app),
  drain = newDrain(),
  log,
  clock = systemClock,
  dev = false,
}: AppParts) {
  z.config({ ...z.locales.it(), customError: plainMessage })
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(settings.trustProxy),
    // Told with a failure and found in the log, so no two may share it, in whichever process.
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    // More than an address can be long: a parameter that names nothing is not found, however long.
    routerOptions: { maxParamLength: 20_000 },
    requestTimeout: 30_000,
    // Whoever neither sends nor takes anything any more; a stream says something every 20 seconds.
    connectionTimeout: 60_000,
    // A missing Host is refused in our words, below.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    rewriteUrl: pathOf,
    // Longer than proxies keep theirs (nginx a minute, Caddy two): who closes first never does so under a request.
    keepAliveTimeout: 130_000,
    forceCloseConnections: 'idle',
    // While the server stops, what still arrives on an open connection is answered and the connection closed.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('ctx', null)
  app.removeContentTypeParser('text/plain')
  handleErrors(app, errorTexts)

  const { directory } = caches
  const services = publicServices(caches.answers)
  const uploads = openUploads({ files, limits: uploadLimits, provider: settings.provider, log })

  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: API_POLICY },
    // The other subdomains of a business are not ours to speak for.
    strictTransportSecurity: { includeSubDomains: false },
    frameguard: { action: 'deny' },
    // Addresses hold secrets, which other sites must not see; without any referrer our own forms would have no origin.
    referrerPolicy: { policy: 'same-origin' },
  })
  await limitLoad(app, answerBusy)
  await app.register(compress, COMPRESSION)
  closeConnectionsWhenDraining(app, drain)
  operationsRoutes(app, connections.app, { ...settings, drain })
  deleteExpiredCounters(app, connections.limits)
  await describeApi(app)

  const invalidate = (tenantId: number, { business }: { business: boolean }) => {
    if (business) caches.invalidate(tenantId)
    else caches.answers.invalidate(tenantId)
    jobs.wake()
  }

  await app.register(
    async (api) => {
      forbidCaching(api)
      findTenants(api, { directory, clock, jobs, refuse: answerMalformed })
      requireTenants(api)
      authenticate(api)
      invalidateAfterWrites(api, invalidate)
      if (settings.rateLimits) limitRates(api, connections.limits)
      api.setNotFoundHandler(answerNotFound)
      // The pages answer every address that nobody else does: below /api nothing is a page.
      for (const path of ['/', '/*']) api.get(path, { schema: { hide: true } }, answerNotFound)
      await serveApiDocs(api)
      await acceptFiles(api)

      bookingRoutes(api, settings.rateLimits)
      seriesRoutes(api)
      calendarFileRoutes(api, settings.port)
      calendarRoutes(api)
      configurationRoutes(api, uploads)
      contactRoutes(api, settings.rateLimits)
      customerRoutes(api)
      dashboardRoutes(api)
      dayOffRoutes(api)
      reportRoutes(api)
      specialOpeningRoutes(api)
      notificationRoutes(api, events, clock)
      privacyRoutes(api)
      serviceRoutes(api, services)
      sessionRoutes(api, { limits: logInLimits(connections.limits), uploads, isLocal: settings.isLocal })
      uploadRoutes(api, uploads)
      userRoutes(api)
      waitingRoutes(api, settings.rateLimits)
    },
    { prefix: '/api' },
  )

  // A stream would keep its connection, and so the server, open for ever.
  app.addHook('preClose', async () => events.end())

  if (!dev) await serveFiles(app)
  await app.register(async (pages) => {
    findTenants(pages, { directory, clock, jobs, refuse: showMalformed, bodies: 'first' })
    invalidateAfterWrites(pages, invalidate)
    if (settings.rateLimits) limitRates(pages, connections.limits)
    await servePages(pages, {
      services,
      clock,
      provider: settings.provider,
      port: settings.port,
      isLimited: settings.rateLimits,
      dev,
    })
  })
  return app
}
