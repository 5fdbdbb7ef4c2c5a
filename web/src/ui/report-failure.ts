import { ApiError, getMessage, isProofDeclined } from '../lib/api-client.ts'
import { showToast } from './toasts.ts'

/**
 * Shows a failed call in a red toast, except 403, after which the browser leaves the page, and a declined proof.
 */
export function reportFailure(error: unknown) {
  if (error instanceof ApiError && error.status === 403) return
  if (isProofDeclined(error)) return
  showToast('danger', getMessage(error))
}
