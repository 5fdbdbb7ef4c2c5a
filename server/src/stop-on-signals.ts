import type { Logger } from 'pino'

/** Longest duration of a stop, milliseconds. */
const DRAIN_LIMIT = 10_000

type Running = {
  /** Absent if no other process can take over. */
  drain?(): Promise<unknown>
  stop(): Promise<unknown>
}

/**
 * Stops the process gracefully on SIGTERM, and without draining on SIGINT, SIGHUP (a closed terminal) and `stop()`. Lets a
 * running start finish first, so that nothing is left behind.
 */
export function stopOnSignals(running: Promise<Running>, log: Logger) {
  let stopping = false
  async function stop(code: number, { drain = false } = {}) {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_LIMIT).unref()
    // A failed start reports its own error.
    const started = await running.catch(() => undefined)
    const logError = (error: unknown) => log.error({ err: error }, 'stopping failed')
    if (drain) await started?.drain?.().catch(logError)
    await started?.stop().catch(logError)
    process.exit(code)
  }
  process.on('SIGTERM', () => stop(0, { drain: true }))
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stop(0))
  return { stop, isStopping: () => stopping }
}

/** npm sends SIGTERM to its shell, which exits without forwarding it. */
function whenParentEnds(then: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && then(), 250).unref()
}
