import type { Logger } from 'pino'

/** A stop that takes longer than this is cut short, milliseconds. */
const DRAIN_LIMIT = 10_000

type Running = {
  /** Absent where no other process goes on with the work. */
  drain?(): Promise<unknown>
  stop(): Promise<unknown>
}

/**
 * Ends the process in order on SIGTERM, on SIGINT without waiting for balancers, and when told to. Also in the middle of
 * starting: what was begun is finished first, so that nothing is left behind.
 */
export function stopOnSignals(running: Promise<Running>, log: Logger) {
  let stopping = false
  async function stop(code: number, { drains = false } = {}) {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_LIMIT).unref()
    // A failed start reports its own error.
    const started = await running.catch(() => undefined)
    const note = (error: unknown) => log.error({ err: error }, 'stopping')
    if (drains) await started?.drain?.().catch(note)
    await started?.stop().catch(note)
    process.exit(code)
  }
  process.on('SIGTERM', () => stop(0, { drains: true }))
  process.on('SIGINT', () => stop(0))
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stop(0))
  return { stop, isStopping: () => stopping }
}

/** npm hands SIGTERM to the shell it started us with, and the shell dies of it without telling us. */
function whenParentEnds(then: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && then(), 250).unref()
}
