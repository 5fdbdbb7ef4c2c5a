import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import { openOwnerPool } from './database/connection.ts'
import { openConnections } from './database/connections.ts'
import { migrate } from './database/migrate.ts'
import { openJobQueue } from './jobs/queue.ts'
import { startWorkers } from './jobs/workers.ts'
import type { Settings } from './settings.ts'

type Options = {
  url: string
  settings: Settings
  log: Logger
  clock?: Clock
  dev?: boolean
  seed?: (url: string) => Promise<unknown>
}

export type Server = { app: FastifyInstance; address: string; stop(): Promise<void> }

/** Migrates the database at `url`, then serves on the settings' host and port. `stop` drains what is under way. */
export async function startServer({ url, settings, log, clock = systemClock, dev, seed }: Options): Promise<Server> {
  const owner = openOwnerPool(url)
  try {
    const applied = await migrate(owner, url)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
  } finally {
    await owner.end()
  }
  await seed?.(url)

  const connections = openConnections(url)
  const queue = await openJobQueue(url, log)
  await startWorkers({ queue, pool: connections.app, clock, log })
  const app = await buildApp({ settings, connections, jobs: queue, log, clock, dev })
  const address = await app.listen({ host: settings.host, port: settings.port })

  return {
    app,
    address,
    async stop() {
      await app.close()
      await queue.stop()
      await connections.close()
    },
  }
}
