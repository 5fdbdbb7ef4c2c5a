import { readTabItem, removeTabItem } from '../../lib/session.ts'
import { changedFields, TYPED_FIELDS, type TypedFields } from '../../lib/typed-fields.ts'

/** Fills in what was typed in this page before it failed and was loaded again. */
export function restoreTypedFields() {
  const { path, fields }: TypedFields = JSON.parse(readTabItem(TYPED_FIELDS)!)
  removeTabItem(TYPED_FIELDS)
  if (path === location.pathname) fillIn(fields)
}

/** Fills in what was typed in fields that the page no longer has. */
export function fillIn(fields: TypedFields['fields']) {
  for (const { name, value, checked } of fields) {
    const filled = changedFields()
    const field = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].find(
      (field) => field.name === name && !filled.includes(field),
    )
    if (field) Object.assign(field, { value, checked })
  }
}
