import type { Logger } from 'pino'
import { outageLog } from '../lib/outage-log.ts'
import { type DatabaseUrls, openAppPool, openRateLimitPool, type Pool } from './connection.ts'

/** The pools of a server process. */
export type Connections = { app: Pool; limits: Pool; close(): Promise<void> }

export function openConnections(urls: DatabaseUrls, log: Logger): Connections {
  const app = openAppPool(urls, { outage: outageLog(log, 'app') })
  const limits = openRateLimitPool(urls, outageLog(log, 'limits'))
  return {
    app,
    limits,
    async close() {
      await Promise.all([app.end(), limits.end()])
    },
  }
}
