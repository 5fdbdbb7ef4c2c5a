import { type DestinationStream, type Logger, pino } from 'pino'

/** What is worth keeping of an error. Its other properties may hold a connection, or somebody's data. */
function plainError(error: Error & { code?: string }): object {
  const { name, message, code, stack, cause } = error
  return { name, message, code, stack, cause: cause instanceof Error ? plainError(cause) : undefined }
}

/** The log of a process: one line of JSON an event, to standard output unless told otherwise. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: plainError } }, destination as DestinationStream)
