import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { isRefused, isUnavailable } from './unavailable.ts'

/** Milliseconds between two attempts. */
const PAUSE = 500

export type Patience = {
  /** Milliseconds. */
  patience?: number
  /** Told once, when there is something to wait for. */
  onWait?: (reason: string) => void
}

/**
 * Does what a start needs the database for, again from the beginning while that cannot be reached, goes down or comes up. Throws a
 * sentence for whoever starts the process when it takes too long.
 */
export async function withPatience<T>(work: () => Promise<T>, { patience = 0, onWait }: Patience = {}): Promise<T> {
  const deadline = Date.now() + patience
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
      await sleep(PAUSE)
    }
  }
}
