import { ApiError } from './api-client.ts'
import { readKept, storeKept } from './session.ts'

/** Answers after which the same booking may still go through: the server was busy, or cut us off. */
const PASSING = [408, 425, 429]

/** An Idempotency-Key. Works on plain http too, where `crypto.randomUUID` is missing. */
export const newKey = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')

/**
 * Gives each booking that is tried its Idempotency-Key. The same day, slot and person keep their key
 * until the booking is settled, so that a second press after a lost answer never books twice. With a name the keys outlive a
 * reload of the page.
 */
export function bookingAttempts(name?: string) {
  const keptAs = name && `attempts ${name}`
  const keys = new Map<string, string>(readKeys(keptAs))
  const keep = () => keptAs && storeKept(keptAs, JSON.stringify([...keys]))
  return {
    keyFor(booking: object) {
      const name = JSON.stringify(booking)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      keep()
      return key
    },
    settle(booking: object) {
      keys.delete(JSON.stringify(booking))
      keep()
    },
  }
}

function readKeys(keptAs: string | undefined): [string, string][] {
  try {
    return JSON.parse((keptAs && readKept(keptAs)) ?? '[]')
  } catch {
    return []
  }
}

/** Makes a call that carries something under the key of that, which it keeps as long as nobody knows what became of it. */
export async function makeOnce<B extends object, T>(
  attempts: ReturnType<typeof bookingAttempts>,
  body: B,
  call: (made: { headers: { 'idempotency-key': string }; body: B }) => Promise<T>,
): Promise<T> {
  try {
    const answer = await call({ headers: { 'idempotency-key': attempts.keyFor(body) }, body })
    attempts.settle(body)
    return answer
  } catch (error) {
    if (isRefusal(error)) attempts.settle(body)
    throw error
  }
}

/** Whether a failed call was surely not carried out and would fail again: refused, not lost or put off. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === undefined) return false
  return error.status < 500 && !PASSING.includes(error.status)
}

/** Pauses before a call is made again, milliseconds. */
const PAUSES = [1_000, 3_000]

/** Makes a call that does no harm when it is made twice: again, twice, while its answer is lost. Throws the last failure. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await call()
    } catch (error) {
      if (!isLost(error)) throw error
    }
    await new Promise((done) => setTimeout(done, pause))
  }
  return call()
}

/** Nothing came back, or only that somebody on the way was going away. */
const isLost = (error: unknown) =>
  error instanceof ApiError && (error.status === undefined || error.status === 408 || error.status > 500)
