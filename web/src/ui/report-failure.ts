import { ApiError, messageOf } from '../lib/api-client.ts'
import { showToast } from './toasts.ts'

/** Shows a failed call in a red toast, except 403: the browser is navigating to /invalid-domain. */
export function reportFailure(error: unknown) {
  if (error instanceof ApiError && error.status === 403) return
  showToast('danger', messageOf(error))
}
