import type { ApiError } from '../../lib/api-client.ts'
import { withRetry } from '../../lib/retry.ts'
import type { ProvableCall } from './prove-and-repeat.ts'

/** Retries a call as `withRetry` does, and does the work that the server asks for. Throws ApiError. */
export async function withProof<T>(call: ProvableCall<T>): Promise<T> {
  try {
    return await withRetry(() => call({}))
  } catch (error) {
    if (!(error as ApiError).challenge) throw error
    // Loaded only now, since the server asks for it rarely.
    return (await import('./prove-and-repeat.ts')).proveAndRepeat(call, error as ApiError)
  }
}
