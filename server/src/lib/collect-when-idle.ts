import { performance } from 'node:perf_hooks'

/** Milliseconds over which a process is looked at. */
const WINDOW = 5_000

/** From this part of a window on a process is at work; up to this one it has nothing to do. */
const AT_WORK = 0.2
const IDLE = 0.02

/**
 * Gives back what a time of much work has left in this process, once there is nothing to do: V8 keeps what it may need again.
 * That takes 0.1 to 0.2 s, for which a visitor who comes right then waits. Without `--expose-gc` nothing is done.
 */
export function collectWhenIdle() {
  const { gc } = globalThis
  if (!gc) return
  const look = idleCollector(() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
  let last = performance.eventLoopUtilization()
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization()
    look(performance.eventLoopUtilization(now, last).utilization)
    last = now
  }, WINDOW)
  looking.unref()
}

/** Takes the part of each window in which a process was at work; collects in the first idle one after a busy one. */
export function idleCollector(collect: () => void) {
  let isDue = true
  return (utilization: number) => {
    if (utilization >= AT_WORK) isDue = true
    if (utilization > IDLE || !isDue) return
    isDue = false
    collect()
  }
}
