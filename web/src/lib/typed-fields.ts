import { storeTabItem } from './session.ts'

export const TYPED_FIELDS = 'typed_fields'

export type TypedFields = { path: string; fields: Pick<HTMLInputElement, 'name' | 'value' | 'checked'>[] }

const isChanged = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement) =>
  type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue

/** The fields of the page that a visitor has changed, except passwords. */
export const changedFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=password]), textarea')].filter(isChanged)

/** Stores what was typed in the page for `restoreTypedFields`. */
export function storeTypedFields() {
  const fields = changedFields().map(({ name, value, checked }) => ({ name, value, checked }))
  storeTabItem(TYPED_FIELDS, JSON.stringify({ path: location.pathname, fields } satisfies TypedFields))
}
