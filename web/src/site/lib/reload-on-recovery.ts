import { onRecovery } from '../../lib/server-status.ts'

const isFilledIn = (field: HTMLInputElement) =>
  field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue

/** For a script that could not be loaded, which browsers never ask for again: reloads the page unless something was typed. */
export function reloadOnRecovery() {
  return onRecovery(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    if (!fields.some(isFilledIn)) location.reload()
  })
}
