import { onRecovery } from '../../lib/server-status.ts'
import { changedFields } from '../../lib/typed-fields.ts'

/** After a script has failed to load: reloads the page when the server responds again, unless a field was changed. */
export function reloadOnRecovery() {
  return onRecovery(() => {
    if (changedFields().length === 0) location.reload()
  })
}
