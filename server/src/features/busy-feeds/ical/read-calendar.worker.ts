import { parentPort, workerData } from 'node:worker_threads'
import { CalendarFileUnreadable } from './errors.ts'
import { type ReadingOptions, readCalendarFile } from './read-calendar-file.ts'

const { text, options } = workerData as { text: string; options: ReadingOptions }
try {
  parentPort!.postMessage({ contents: readCalendarFile(text, options) })
} catch (error) {
  if (!(error instanceof CalendarFileUnreadable)) throw error
  parentPort!.postMessage({ failure: error.failure })
}
