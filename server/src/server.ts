import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { INVALIDATION_CHANNEL, openCaches } from './cache/caches.ts'
import type { DatabaseUrls, Pool } from './database/connection.ts'
import { openConnections } from './database/connections.ts'
import { openListener } from './database/listener.ts'
import { prepareDatabase } from './database/migrate.ts'
import { mailFolder } from './emails.ts'
import { eventHub } from './features/notifications/event-hub.ts'
import { EVENT_CHANNEL } from './features/notifications/notifications.repository.ts'
import { BUILT_ASSETS } from './features/pages/page-renderer.ts'
import { shareAssets, sharedAssetsFolder } from './features/pages/shared-assets.ts'
import { openFileStore } from './features/uploads/file-store.ts'
import { openJobs } from './jobs.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { encryptionWith } from './lib/encryption.ts'
import { startTracing } from './lib/tracing.ts'
import { openMailer } from './outbox/mailer.ts'
import { newDrain } from './plugins/drain.ts'
import { listen } from './plugins/listen.ts'
import { MAX_CONNECTIONS } from './plugins/overload.ts'
import { readSecretKeys } from './settings/secret-keys.ts'
import type { Settings } from './settings/settings.ts'

type ServerOptions = {
  urls: DatabaseUrls
  settings: Settings
  log: Logger
  clock?: Clock
  dev?: boolean
  /** Called with the owner's pool after the migrations. */
  prepare?: (owner: Pool) => Promise<unknown>
}

export type Server = { app: FastifyInstance; address: string; drain(): Promise<void>; stop(): Promise<void> }

/**
 * Migrates the database if this process has the owner's URL, then listens on the settings' host and port. Call `drain` before
 * `stop`, so that load balancers send requests elsewhere.
 */
export async function startServer({
  urls,
  settings,
  log,
  clock = systemClock,
  dev,
  prepare,
}: ServerOptions): Promise<Server> {
  const secretKeys = await readSecretKeys(settings)
  const encryption = encryptionWith(secretKeys)
  await prepareDatabase(urls, { log, prepare })

  // Each part uses the previous ones, so they are closed in reverse order.
  const parts = new AsyncDisposableStack()
  try {
    const { tracesEndpoint } = settings
    if (tracesEndpoint) parts.adopt(await startTracing(tracesEndpoint, log), (tracing) => tracing.stop())
    const connections = parts.adopt(openConnections(urls, log), (connections) => connections.close())
    const queue = await openJobs(parts, {
      urls,
      pool: connections.app,
      settings,
      secretKeys,
      log,
      clock,
      isServing: true,
      dev,
    })
    const events = eventHub()
    const caches = openCaches(connections.app)
    const subscribers = { [EVENT_CHANNEL]: events, [INVALIDATION_CHANNEL]: caches }
    parts.adopt(await openListener(urls, subscribers, log), (listener) => listener.close())
    const files = openFileStore(settings)
    const mailer = settings.signUp && openMailer(settings.mail, mailFolder(settings), log)
    parts.defer(() => mailer?.close())
    const drain = newDrain()
    const uploadLimits = { quotaMb: settings.uploadQuotaMb }
    if (!dev) parts.defer(await shareAssets({ dataDir: settings.dataDir, built: BUILT_ASSETS, log }))
    const app = await buildApp({
      settings,
      connections,
      jobs: queue,
      files,
      encryption,
      uploadLimits,
      mailer,
      sharedAssets: dev ? undefined : sharedAssetsFolder(settings.dataDir),
      events,
      caches,
      drain,
      log,
      clock,
      dev,
    })
    parts.defer(() => app.close())
    const { host, port } = settings
    const address = await listen(app, { host, port, backlog: MAX_CONNECTIONS, setting: 'PORT' })
    return { app, address, drain: () => drain.begin(app.server), stop: () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}
