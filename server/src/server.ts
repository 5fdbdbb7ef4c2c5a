import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import { openOwnerPool } from './database/connection.ts'
import { openConnections } from './database/connections.ts'
import { openListener } from './database/listener.ts'
import { migrate } from './database/migrate.ts'
import { openJobQueue } from './jobs/queue.ts'
import { startWorkers } from './jobs/workers.ts'
import { liveNews } from './notifications/live-news.ts'
import { NEWS_CHANNEL } from './notifications/notifications.repository.ts'
import type { Settings } from './settings.ts'
import { bucketStore, diskStore } from './uploads/file-store.ts'

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
  const news = liveNews()
  const listener = await openListener(url, NEWS_CHANNEL, news)
  const files = settings.bucket ? bucketStore(settings.bucket) : diskStore(join(settings.dataDir, 'uploads'))
  const app = await buildApp({ settings, connections, jobs: queue, files, news, log, clock, dev })
  const address = await app.listen({ host: settings.host, port: settings.port })

  return {
    app,
    address,
    async stop() {
      await app.close()
      await listener.close()
      await queue.stop()
      await connections.close()
    },
  }
}
