/** SQLSTATEs of a database that is down, overloaded, blocked or no longer the primary. */
const UNAVAILABLE_STATES = /^(08...|53...|57P0[1-5]|57014|55P03|40P01|25006)$/

/** SQLSTATEs of a user or database that is not accepted, such as after a change of the password. */
const REFUSED_STATES = /^(28P01|28000|3D000)$/

/** Error codes of the operating system for a connection that failed or broke. */
const NETWORK_CODES = new Set([
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

/** Messages of driver errors that have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/** The connection does not respond or must not be used; a retry may get a working one. */
export class DatabaseUnavailable extends Error {}

/** Whether a statement failed only because the database could not run it now: a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isRefused(error)) return true
  if (!(error instanceof Error)) return false
  const code = getCode(error)
  if (typeof code === 'string') return NETWORK_CODES.has(code) || UNAVAILABLE_STATES.test(code)
  return DRIVER_MESSAGES.test(error.message)
}

/** Whether the database refuses the user, the password or the database name. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && REFUSED_STATES.test(String(getCode(error)))

export const violatesUnique = (error: unknown, index: string) =>
  error instanceof Error && getCode(error) === '23505' && 'constraint' in error && error.constraint === index

/** A retry may succeed. */
export const isDeadlock = (error: unknown) => error instanceof Error && getCode(error) === '40P01'

const getCode = (error: Error) => (error as { code?: unknown }).code
