import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { type Caches, openCaches } from './cache/caches.ts'
import type { Connections } from './database/connections.ts'
import { apiKeyRoutes } from './features/accounts/api-keys/api-keys.routes.ts'
import { KEY_LIMIT } from './features/accounts/api-keys/authenticate-key.ts'
import { secondFactorRoutes } from './features/accounts/second-factor/second-factor.routes.ts'
import { authenticate } from './features/accounts/session/authentication.ts'
import { deviceRoutes } from './features/accounts/session/devices/devices.routes.ts'
import { logInLimits } from './features/accounts/session/log-in-limits.ts'
import { sessionRoutes } from './features/accounts/session/session.routes.ts'
import { userRoutes } from './features/accounts/users/users.routes.ts'
import { assistantRoutes } from './features/assistants/assistants.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { bookingRoutes } from './features/bookings/bookings.routes.ts'
import { seriesRoutes } from './features/bookings/series/series.routes.ts'
import { detectBursts } from './features/bookings/unusual/unusual-bookings.ts'
import { busyFeedRoutes } from './features/busy-feeds/busy-feeds.routes.ts'
import { calendarFileRoutes } from './features/calendar-files/calendar-files.routes.ts'
import { calendarRoutes } from './features/calendars/calendars.routes.ts'
import { configurationRoutes } from './features/configuration/configuration.routes.ts'
import { contactRoutes } from './features/contact/contact.routes.ts'
import { receiveAnswer } from './features/contact/receive-answer.ts'
import { customerRoutes } from './features/customers/customers.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { dataCopyRoutes } from './features/data-copies/data-copies.routes.ts'
import { domainRoutes } from './features/domains/domains.routes.ts'
import { emailRenderer } from './features/emails/email-renderer.ts'
import { healthNoteRoutes } from './features/health-notes/health-notes.routes.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { myBookingsRoutes } from './features/my-bookings/my-bookings.routes.ts'
import { myBookingsLimits } from './features/my-bookings/request-my-bookings.ts'
import { type EventHub, eventHub } from './features/notifications/event-hub.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { pushRoutes } from './features/notifications/push/push.routes.ts'
import { pushKeysReader } from './features/notifications/push/push-keys.ts'
import { serveFiles, servePages } from './features/pages/pages.ts'
import { privacyRoutes } from './features/privacy/privacy.routes.ts'
import { proposalRoutes } from './features/proposals/proposals.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { retentionRoutes } from './features/retention/retention.routes.ts'
import { rightRoutes } from './features/rights/rights.routes.ts'
import { scheduleRoutes } from './features/schedule/schedule.routes.ts'
import { publicServices } from './features/services/public-services.ts'
import { serviceRoutes } from './features/services/services.routes.ts'
import { setUpGate, setUpPageRoutes, setUpRoutes } from './features/set-up/set-up.routes.ts'
import { signUpRoutes } from './features/sign-up/sign-up.routes.ts'
import { signUpLimits } from './features/sign-up/sign-up-limits.ts'
import { signUpPageRoutes } from './features/sign-up/sign-up-pages.routes.ts'
import { configuredChannels, textMessageRoutes } from './features/text-messages/text-messages.routes.ts'
import { serveWhatsAppWebhook } from './features/text-messages/whatsapp-webhook.ts'
import type { FileStore } from './features/uploads/file-store.ts'
import { openUploads, type UploadLimits } from './features/uploads/open-uploads.ts'
import { acceptFiles } from './features/uploads/read-picture.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { waitingRoutes } from './features/waiting-list/waiting-list.routes.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import type { Encryption } from './lib/encryption.ts'
import { openOutgoing } from './lib/outgoing/outgoing.ts'
import type { Mailer } from './outbox/mailer.ts'
import { logAccess } from './plugins/access-log.ts'
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
import { takePath } from './plugins/host.ts'
import { invalidateAfterWrites } from './plugins/invalidate-after-writes.ts'
import { measurePressure } from './plugins/limits/pressure.ts'
import { proofOfWork } from './plugins/limits/proof-of-work.ts'
import { deleteExpiredCounters, limitRates, rateLimiter } from './plugins/limits/rate-limits.ts'
import { describeApi, serveApiDocs } from './plugins/openapi.ts'
import { operationsRoutes } from './plugins/operations.ts'
import { limitBursts, limitLoad } from './plugins/overload.ts'
import { serveSecurityTxt } from './plugins/security-txt.ts'
import { findTenants, requireTenants } from './plugins/tenant.ts'
import { serveTlsAllowed } from './plugins/tls-allowed.ts'
import { traceRequests } from './plugins/trace-requests.ts'
import type { Jobs } from './queue/queue.ts'
import type { Settings } from './settings/settings.ts'

export type AppParts = {
  settings: Pick<
    Settings,
    | 'port'
    | 'trustProxy'
    | 'isLocal'
    | 'metricsTokens'
    | 'rateLimits'
    | 'accessLog'
    | 'provider'
    | 'push'
    | 'outgoingAllow'
    | 'ownDomains'
    | 'signUp'
    | 'textChannels'
  >
  connections: Connections
  jobs: Jobs
  files: FileStore
  encryption: Encryption
  uploadLimits?: Partial<UploadLimits>
  /** Sends the e-mails of the sign-up; needed with `settings.signUp`. */
  mailer?: Pick<Mailer, 'deliver'>
  /** The folder with the assets of other releases. */
  sharedAssets?: string
  /** Forwards events to open pages; the caller feeds it from the database. */
  events?: EventHub
  /** The caller invalidates them on notifications of other processes. */
  caches?: Caches
  /** The caller begins it to stop the process. */
  drain?: Drain
  log: Logger
  clock?: Clock
  /** Milliseconds after which requests are refused; 0: never, for tests, which share one event loop. */
  maxEventLoopDelay?: number
  /** Render pages from the sources, with hot reload. */
  dev?: boolean
}

/** Forms with a set-up code from a network address, in ten minutes. */
const MAX_SET_UP_ATTEMPTS = 10

/**
 * Favors speed over size. Usual responses are compressed synchronously, since the buffers of a stream for each would take dozens
 * of megabytes until they are collected.
 */
const COMPRESSION = {
  threshold: 2_048,
  syncThreshold: 256 * 1_024,
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
}

/** Content security policy of API responses; pages set their own. */
const API_POLICY = {
  defaultSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

/** For a value of the wrong type in a field without its own message. */
const plainMessage: z.core.$ZodErrorMap = (issue) => (issue.code === 'invalid_type' ? 'Valore non valido.' : undefined)

/** Assembles the server: plugins, API routes and pages. */
export async function buildApp({
  settings,
  connections,
  jobs,
  files,
  encryption,
  uploadLimits,
  mailer,
  sharedAssets,
  events = eventHub(),
  caches = openCaches(connections.app),
  drain = newDrain(),
  log,
  clock = systemClock,
  maxEventLoopDelay,
  dev = false,
}: AppParts) {
  z.config({ ...z.locales.it(), customError: plainMessage })
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(settings.trustProxy),
    // Shown with errors and logged, so it must be unique across processes.
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    // Longer than any address, so that a long parameter is 404 instead of a router error.
    routerOptions: { maxParamLength: 20_000 },
    requestTimeout: 30_000,
    // For idle connections; event streams send something every 20 seconds.
    connectionTimeout: 60_000,
    // `findTenants` answers requests without a Host.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    rewriteUrl: takePath,
    // Longer than that of proxies (nginx one minute, Caddy two), so the server never closes a connection under a request.
    keepAliveTimeout: 130_000,
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are answered before the connection closes.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('ctx', null)
  app.removeContentTypeParser('text/plain')
  handleErrors(app)

  const { directory } = caches
  const services = publicServices(caches.answers)
  const outgoing = openOutgoing({ allow: settings.outgoingAllow })
  const textChannels = configuredChannels(settings.textChannels)
  const uploads = openUploads({ files, limits: uploadLimits, provider: settings.provider, log })

  traceRequests(app)
  limitBursts(app)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: API_POLICY },
    // Other subdomains of the tenant's domain may not support HTTPS.
    strictTransportSecurity: { includeSubDomains: false },
    frameguard: { action: 'deny' },
    // Addresses contain secrets, which other sites must not see; `no-referrer` would remove the origin of the site's own forms.
    referrerPolicy: { policy: 'same-origin' },
  })
  await limitLoad(app, answerBusy, { maxEventLoopDelay })
  await app.register(compress, COMPRESSION)
  closeConnectionsWhenDraining(app, drain)
  if (settings.accessLog) logAccess(app)
  operationsRoutes(app, connections.app, { ...settings, drain })
  serveTlsAllowed(app, directory, settings.signUp?.domain)
  serveSecurityTxt(app, { provider: settings.provider, clock })
  deleteExpiredCounters(app, connections.limits)
  await serveWhatsAppWebhook(app, {
    settings: settings.textChannels.whatsapp,
    pool: connections.app,
    jobs,
    clock,
    receiveAnswer,
  })
  await describeApi(app)

  const proofs = proofOfWork(connections.limits)
  const bursts = detectBursts()
  const linkLimits = myBookingsLimits(connections.limits)
  const keyLimiter = settings.rateLimits
    ? rateLimiter(connections.limits, 'api-key', KEY_LIMIT.points, KEY_LIMIT.seconds)
    : undefined
  const limitVisitors = (scope: FastifyInstance) => {
    if (!settings.rateLimits) return
    limitRates(scope, connections.limits)
    measurePressure(scope, { pool: connections.limits, proofs, bursts })
  }

  const invalidate = (tenantId: number, { tenant }: { tenant: boolean }) => {
    if (tenant) caches.invalidate(tenantId)
    else caches.answers.invalidate(tenantId)
    jobs.wake()
  }

  await app.register(
    async (api) => {
      forbidCaching(api)
      findTenants(api, { directory, clock, jobs, refuse: answerMalformed })
      requireTenants(api)
      authenticate(api, { keyLimiter })
      invalidateAfterWrites(api, invalidate)
      limitVisitors(api)
      api.setNotFoundHandler(answerNotFound)
      // Overrides the pages' catch-all route below /api.
      for (const path of ['/', '/*']) api.get(path, { schema: { hide: true } }, answerNotFound)
      await serveApiDocs(api)
      await acceptFiles(api)

      apiKeyRoutes(api)
      auditRoutes(api)
      bookingRoutes(api, { isLimited: settings.rateLimits, textChannels })
      seriesRoutes(api)
      calendarFileRoutes(api, settings.port)
      busyFeedRoutes(api, { outgoing, encryption })
      calendarRoutes(api)
      configurationRoutes(api, uploads)
      contactRoutes(api)
      customerRoutes(api, { encryption, textChannels })
      healthNoteRoutes(api, { encryption, uploads })
      rightRoutes(api)
      dashboardRoutes(api)
      scheduleRoutes(api)
      dataCopyRoutes(api, files)
      domainRoutes(api, settings.ownDomains)
      importRoutes(api, uploads)
      reportRoutes(api)
      myBookingsRoutes(api, linkLimits)
      notificationRoutes(api, events, clock)
      const readKeys = pushKeysReader({ configuredKeys: settings.push.keys, encryption, pool: connections.app })
      pushRoutes(api, { readKeys, services: settings.push.services })
      privacyRoutes(api, settings.provider)
      retentionRoutes(api)
      serviceRoutes(api, services)
      textMessageRoutes(api, textChannels)
      const limits = logInLimits(connections.limits)
      deviceRoutes(api, limits)
      secondFactorRoutes(api, encryption)
      sessionRoutes(api, { limits, uploads, encryption, isLocal: settings.isLocal })
      uploadRoutes(api, uploads)
      userRoutes(api)
      waitingRoutes(api)
      proposalRoutes(api)
      webhookRoutes(api, { encryption, outgoing: openOutgoing({ allow: settings.outgoingAllow }) })
    },
    { prefix: '/api' },
  )

  await app.register(async (assistants) => {
    forbidCaching(assistants)
    findTenants(assistants, { directory, clock, jobs, refuse: answerMalformed })
    requireTenants(assistants)
    invalidateAfterWrites(assistants, invalidate)
    limitVisitors(assistants)
    assistantRoutes(assistants, {
      services,
      programServices: publicServices(caches.answers, 'services of programs'),
      keyLimiter,
      port: settings.port,
    })
  })

  const signUp = settings.signUp &&
    mailer && {
      domain: settings.signUp.domain,
      provider: settings.provider,
      pool: connections.app,
      encryption,
      limits: signUpLimits(connections, { perHour: settings.signUp.perHour, isOn: settings.rateLimits }),
      mailer,
      render: emailRenderer(dev),
      clock,
      onOpened: caches.invalidate,
    }
  if (signUp)
    await app.register(
      async (api) => {
        forbidCaching(api)
        findTenants(api, { directory, clock, jobs, refuse: answerMalformed })
        limitVisitors(api)
        signUpRoutes(api, signUp)
      },
      { prefix: '/api' },
    )

  const setUp = {
    pool: connections.app,
    attempts: rateLimiter(connections.limits, 'set-up', MAX_SET_UP_ATTEMPTS, 600),
    clock,
    providerDomain: settings.signUp?.domain,
    onOpened: caches.invalidate,
  }
  const gate = setUpGate(setUp)
  await app.register(
    async (api) => {
      forbidCaching(api)
      findTenants(api, { directory, clock, jobs, refuse: answerMalformed })
      setUpRoutes(api, setUp, gate)
    },
    { prefix: '/api' },
  )

  // Open event streams would keep the server from closing.
  app.addHook('preClose', async () => events.end())

  if (!dev) await serveFiles(app, sharedAssets)
  await app.register(async (pages) => {
    findTenants(pages, { directory, clock, jobs, refuse: showMalformed, afterBody: true })
    invalidateAfterWrites(pages, invalidate)
    limitVisitors(pages)
    const showWithoutTenant = await servePages(pages, {
      services,
      clock,
      linkLimits,
      uploads,
      provider: settings.provider,
      port: settings.port,
      isLimited: settings.rateLimits,
      textChannels,
      providerDomain: settings.signUp?.domain,
      readSetUpPage: gate.readPage,
      dev,
    })
    setUpPageRoutes(pages, setUp, gate, showWithoutTenant)
    if (signUp) signUpPageRoutes(pages, signUp, showWithoutTenant)
  })
  return app
}
