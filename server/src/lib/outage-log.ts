import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'

/** The connections of a process; each pool has the name of its sessions in PostgreSQL. */
export type ConnectionName = 'app' | 'limits' | 'jobs' | 'listener' | 'mail' | 'whatsapp' | 'sms'

const failures = new Counter({
  name: 'prenoto_connection_failures_total',
  help: 'Failed attempts to connect and lost connections: app, limits, jobs and listener to the database, mail to the mail server, whatsapp and sms to these services',
  labelNames: ['connection'],
})
const up = new Gauge({
  name: 'prenoto_connection_up',
  help: '1, or 0 from a failure of the connection until it works again',
  labelNames: ['connection'],
})

export type OutageLog = {
  readonly isOut: boolean
  failed(error: unknown): void
  works(): void
}

/**
 * Logs once when a connection is lost and once when it is back, however many attempts fail in between. The metrics count
 * them all.
 */
export function outageLog(log: Logger, connection: ConnectionName): OutageLog {
  let isOut = false
  failures.inc({ connection }, 0)
  up.set({ connection }, 1)
  return {
    get isOut() {
      return isOut
    },
    failed(error) {
      failures.inc({ connection })
      up.set({ connection }, 0)
      if (isOut) return
      isOut = true
      log.warn({ err: error, connection }, 'connection lost')
    },
    works() {
      if (!isOut) return
      isOut = false
      up.set({ connection }, 1)
      log.warn({ connection }, 'connection restored')
    },
  }
}
