import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Event loop utilisation above which a process is busy with requests. */
const BUSY = 0.5

/** Milliseconds. */
const CHECK_INTERVAL = 20
const MAX_WAIT = 3_000

/** Waits while requests keep this process busy, at most MAX_WAIT. */
export async function afterRequests() {
  const end = performance.now() + MAX_WAIT
  do {
    const before = performance.eventLoopUtilization()
    await sleep(CHECK_INTERVAL)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  } while (performance.now() < end)
}
