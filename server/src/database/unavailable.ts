/** SQLSTATEs that say that the database is away, overloaded, held up or no longer the primary. */
const STATES = /^(08...|53...|57P0[1-5]|57014|55P03|40P01|25006)$/

/** SQLSTATEs of a log-in or database that is no longer accepted, such as after a change of the password. */
const REFUSED = /^(28P01|28000|3D000)$/

/** What the operating system says of a connection that failed or broke. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What the driver says without a code. */
const SENTENCES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/** A connection that must not be used, or gives no answer: the next attempt may find a better one. */
export class DatabaseUnavailable extends Error {}

/** Whether a failure says nothing of the request but that the database could not serve it now: tried again, it may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isRefused(error)) return true
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return SYSTEM.has(code) || STATES.test(code)
  return SENTENCES.test(error.message)
}

/** Whether the database does not accept the log-in, which somebody has to put right. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && REFUSED.test(String((error as { code?: unknown }).code))
