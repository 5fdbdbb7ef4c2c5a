import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { isRefused, isUnavailable } from './postgres-errors.ts'

const RETRY_INTERVAL_MS = 500

export type RetryOptions = {
  /** Milliseconds; 0, the default, means one attempt. */
  timeout?: number
  /** Called once, before the first retry. */
  onWait?: (reason: string) => void
}

/** Runs `work` again from the beginning while the database is unavailable. Throws a StartupError after the timeout. */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { timeout = 0, onWait }: RetryOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeout
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const { message, code } = error as NodeJS.ErrnoException
      const reason = message || code || String(error)
      if (isRefused(error) || Date.now() >= deadline)
        throw new StartupError(`DATABASE_URL: the database cannot be reached (${reason})`)
      if (isFirst) onWait?.(reason)
      await sleep(RETRY_INTERVAL_MS)
    }
  }
}
