/** SQLSTATEs that say that the database is away, overloaded, held up or no longer the primary. */
const STATES = /^(08...|53...|57P0[1-5]|57014|55P03|40P01|25006)$/

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
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return SYSTEM.has(code) || STATES.test(code)
  return SENTENCES.test(error.message)
}
