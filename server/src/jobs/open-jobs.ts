import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { DatabaseUrls, Pool } from '../database/connection.ts'
import { openPostOffice } from '../mail/post-office.ts'
import type { Settings } from '../settings.ts'
import { openJobQueue } from './queue.ts'
import { startWorkers } from './workers.ts'

type Options = {
  urls: DatabaseUrls
  pool: Pool
  settings: Pick<Settings, 'jobs' | 'mail' | 'port' | 'dataDir'>
  log: Logger
  clock: Clock
  /** Whether this process answers requests, too. */
  isServing: boolean
  dev?: boolean
}

/** Opens the queue and, where the settings want it, makes this process run its jobs; `parts` closes both. */
export async function openJobs(
  parts: AsyncDisposableStack,
  { urls, pool, settings, log, clock, isServing, dev = false }: Options,
) {
  // What is being sent as the queue is drained still needs its connections.
  const office = settings.jobs ? openPostOffice({ settings, log, dev }) : undefined
  parts.defer(() => office?.mailer.close())
  const queue = parts.adopt(await openJobQueue(urls, log), (queue) => queue.stop())
  if (office)
    parts.adopt(await startWorkers({ queue, pool, clock, log, office, isServing }), (workers) => workers.stop())
  return queue
}
