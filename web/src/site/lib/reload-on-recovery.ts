import { onRecovery } from '../../lib/server-status.ts'

const isChanged = (field: HTMLInputElement) =>
  field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue

/** After a script has failed to load: reloads the page when the server responds again, unless a field was changed. */
export function reloadOnRecovery() {
  return onRecovery(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    if (!fields.some(isChanged)) location.reload()
  })
}
