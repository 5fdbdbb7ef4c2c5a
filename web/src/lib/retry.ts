import { ApiError } from './api-client.ts'

/** Statuses of temporary failures: the same request may succeed later. */
const TEMPORARY = [408, 425, 429]

/** A new idempotency key. Works without HTTPS too, where `crypto.randomUUID` is missing. */
export const newKey = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')

/** Whether a call failed permanently: the server changed nothing and would refuse it again. */
export function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === undefined) return false
  return error.status < 500 && !TEMPORARY.includes(error.status)
}

/** Pauses before each retry, milliseconds. */
const PAUSES = [1_000, 3_000]

/** Retries an idempotent call twice while its response is lost. Throws the last failure. */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await call()
    } catch (error) {
      if (!isResponseLost(error)) throw error
    }
    await new Promise((done) => setTimeout(done, pause))
  }
  return call()
}

/** Whether no response arrived, or one of a proxy or of a stopping server. */
const isResponseLost = (error: unknown) =>
  error instanceof ApiError && (error.status === undefined || error.status === 408 || error.status > 500)
