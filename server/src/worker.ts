import Fastify from 'fastify'
import { print } from './commands/arguments.ts'
import { withUrls } from './commands/with-database.ts'
import { requireDataDir } from './data-dir.ts'
import { type DatabaseUrls, openAppPool, type Pool } from './database/connection.ts'
import { prepareDatabase } from './database/migrate.ts'
import { retryUntilAvailable } from './database/retry-until-available.ts'
import { openJobs } from './jobs.ts'
import { systemClock } from './lib/clock.ts'
import { openLog } from './lib/log.ts'
import { outageLog } from './lib/outage-log.ts'
import { startTracing } from './lib/tracing.ts'
import type { Drain } from './plugins/drain.ts'
import { listen } from './plugins/listen.ts'
import { operationsRoutes } from './plugins/operations.ts'
import { toRetryOptions } from './process.ts'
import { readSecretKeys } from './settings/secret-keys.ts'
import { readSettings, settingWarnings } from './settings/settings.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs jobs until a signal stops the process. */
export async function runWorker() {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  for (const warning of settingWarnings(process.env)) log.warn(warning)
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>()
  let isStopping = false

  const secretKeys = await readSecretKeys(settings)

  async function open(urls: DatabaseUrls) {
    await prepareDatabase(urls, { log })
    const parts = new AsyncDisposableStack()
    try {
      const { tracesEndpoint } = settings
      if (tracesEndpoint) parts.adopt(await startTracing(tracesEndpoint, log), (tracing) => tracing.stop())
      const pool = parts.adopt(openAppPool(urls, { outage: outageLog(log, 'app') }), (pool) => pool.end())
      await openJobs(parts, {
        urls,
        pool,
        settings: { ...settings, jobs: true },
        secretKeys,
        log,
        clock: systemClock,
        isServing: false,
      })
      await serveOperations(parts, pool, { isUnderWay: () => isStopping })
      return parts
    } catch (error) {
      await parts.disposeAsync()
      throw error
    }
  }

  /** Health checks and metrics, like those of a server. */
  async function serveOperations(parts: AsyncDisposableStack, pool: Pool, drain: Pick<Drain, 'isUnderWay'>) {
    const { workerPort: port, host } = settings
    if (port === undefined) return
    const app = parts.adopt(Fastify({ forceCloseConnections: true }), (app) => app.close())
    operationsRoutes(app, pool, { ...settings, drain })
    const address = await listen(app, { host, port, setting: 'WORKER_PORT' })
    print(`Health checks and metrics on ${address}`)
  }

  async function runJobs(urls: DatabaseUrls) {
    const parts = await retryUntilAvailable(() => open(urls), toRetryOptions(settings, log))
    print('Running jobs. End with SIGTERM or Ctrl+C.')
    await stopRequested
    await parts.disposeAsync()
  }

  if (settings.databaseUrl) await requireDataDir(settings)
  const finished = withUrls(settings, runJobs, { createIfMissing: true, ...toRetryOptions(settings, log) })
  async function stop() {
    isStopping = true
    requestStop()
    await finished
  }
  stopOnSignals(Promise.resolve({ stop }), log)
  await finished
}
