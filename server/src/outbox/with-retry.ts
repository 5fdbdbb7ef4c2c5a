import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats the record of what was sent: without it the message would be sent again or taken for lost. */
export async function withRetry(record: () => Promise<unknown>) {
  for (const pause of [100, 1_000, 5_000])
    try {
      return await record()
    } catch {
      // Only the last attempt, below, throws.
      await sleep(pause)
    }
  await record()
}
