import { type DestinationStream, type Logger, pino } from 'pino'

/** Other properties of an error may contain a connection or personal data. */
function plainError(error: Error & { code?: string }): object {
  const { name, message, code, stack, cause } = error
  return { name, message, code, stack, cause: cause instanceof Error ? plainError(cause) : undefined }
}

/** Logs JSON lines to standard output, or to `destination`. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: plainError } }, destination as DestinationStream)
