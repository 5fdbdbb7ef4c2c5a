import type { Logger } from 'pino'

export type OutageLog = {
  readonly isOut: boolean
  failed(error: unknown): void
  works(): void
}

/** Logs once when a connection is lost and once when it is back, however many attempts fail in between. */
export function outageLog(log: Logger, connection: string): OutageLog {
  let isOut = false
  return {
    get isOut() {
      return isOut
    },
    failed(error) {
      if (isOut) return
      isOut = true
      log.warn({ err: error, connection }, 'connection lost')
    },
    works() {
      if (!isOut) return
      isOut = false
      log.warn({ connection }, 'connection restored')
    },
  }
}
