import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** The share of its time beyond which a process is taken up by requests. */
const BUSY = 0.5

/** Milliseconds between two looks, and the longest that work stands back. */
const LOOK = 20
const LONGEST = 3_000

/** Waits while requests keep this process busy, but not for ever: somebody waits for the work, too. */
export async function afterRequests() {
  const end = performance.now() + LONGEST
  do {
    const before = performance.eventLoopUtilization()
    await sleep(LOOK)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  } while (performance.now() < end)
}
