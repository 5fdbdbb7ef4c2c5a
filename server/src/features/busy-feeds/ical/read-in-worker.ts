import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CalendarFileUnreadable, type FileFailure } from './errors.ts'
import type { BusyContents, ReadingOptions } from './read-calendar-file.ts'

const MAX_MILLISECONDS = 5_000
const MAX_MEMORY_MB = 200

/**
 * `readCalendarFile` in a thread of its own, which is ended if a rule never comes to an end. Throws
 * CalendarFileUnreadable.
 */
export async function readInWorker(text: string, options: ReadingOptions): Promise<BusyContents> {
  const worker = new Worker(new URL('./read-calendar.worker.ts', import.meta.url), {
    workerData: { text, options },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(MAX_MILLISECONDS) })) as [
      { contents: BusyContents; failure?: FileFailure },
    ]
    if (answer.failure) throw new CalendarFileUnreadable(answer.failure)
    return answer.contents
  } catch (error) {
    if (isTooMuch(error)) throw new CalendarFileUnreadable('too_many')
    throw error
  } finally {
    await worker.terminate()
  }
}

const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
