import { ApiError } from './api-client.ts'

/** Answers after which the same booking may still go through: the server was busy, or cut us off. */
const PASSING = [408, 425, 429]

/** Works on plain http too, where `crypto.randomUUID` is missing. */
const newKey = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')

/**
 * Gives each booking that is tried its Idempotency-Key. The same day, slot and person keep their key
 * until the booking is settled, so that a second press after a lost answer never books twice.
 */
export function bookingAttempts() {
  const keys = new Map<string, string>()
  return {
    keyFor(booking: object) {
      const name = JSON.stringify(booking)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    settle(booking: object) {
      keys.delete(JSON.stringify(booking))
    },
  }
}

/** Whether a failed call was surely not carried out and would fail again: refused, not lost or put off. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === undefined) return false
  return error.status < 500 && !PASSING.includes(error.status)
}
