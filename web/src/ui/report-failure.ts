import { ApiError, messageOf } from '../lib/api-client.ts'
import { showToast } from './toasts.ts'

/** Shows a failed call in a red toast; of an unknown domain nothing is said, the browser is leaving for its page. */
export function reportFailure(error: unknown) {
  if (error instanceof ApiError && error.status === 403) return
  showToast('danger', messageOf(error))
}
