/** Minutes between readings; failing ones pause longer and longer. */
const PAUSE = 5
const MAX_PAUSE = 120

/** Part of a pause by which it varies, so that the feeds of a business are not read at the same moment. */
const JITTER = 0.2

/** When a feed is read again after a number of failures in a row. */
export function nextReading(now: Temporal.Instant, failures: number): Temporal.Instant {
  const minutes = Math.min(PAUSE * 2 ** failures, MAX_PAUSE) * (1 - JITTER * Math.random())
  return now.add({ seconds: Math.round(minutes * 60) })
}
