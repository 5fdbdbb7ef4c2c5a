import { ApiError } from './api-client.ts'

/** Answers after which the same booking may still go through: the server was busy, or cut us off. */
const PASSING = [408, 425, 429]

/** An Idempotency-Key. Works on plain http too, where `crypto.randomUUID` is missing. */
export const newKey = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')

/** Whether a failed call was surely not carried out and would fail again: refused, not lost or put off. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === undefined) return false
  return error.status < 500 && !PASSING.includes(error.status)
}

/** Pauses before a call is made again, milliseconds. */
const PAUSES = [1_000, 3_000]

/** Makes a call that does no harm when it is made twice: again, twice, while its answer is lost. Throws the last failure. */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
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
