import { createContext, type ReactNode, use, useEffect, useId } from 'react'
import type { FieldValues, FormState } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import styles from './forms.module.css'

/** The bar names at most this many fields. */
const MAX_NAMES = 3

/** A form's save bar reports whether the form has unsaved changes. */
export const UnsavedContext = createContext<((isUnsaved: boolean) => void) | undefined>(undefined)

/** The labels of the fields with unsaved changes, in the order of `labels`. */
export const unsavedLabels = <Input extends FieldValues>(
  { dirtyFields }: Pick<FormState<Input>, 'dirtyFields'>,
  labels: Partial<Record<string, string>>,
) =>
  Object.entries(labels)
    .filter(([name]) => name in dirtyFields)
    .map(([, label]) => label!.replace(/ \(facoltativ[oa]\)$/, ''))

type SaveBarProps = {
  unsaved: string[]
  isSaving: boolean
  note?: ReactNode
}

/** The save button of a settings form; with unsaved changes it sticks to the bottom of the window and names them. */
export function SaveBar({ unsaved, isSaving, note }: SaveBarProps) {
  const id = useId()
  const isUnsaved = unsaved.length > 0
  const report = use(UnsavedContext)
  useEffect(() => report?.(isUnsaved), [report, isUnsaved])
  const more = unsaved.length - MAX_NAMES
  return (
    <div className={`row gap-x-3 gap-y-2 flex-wrap justify-end ${isUnsaved ? styles.unsaved : ''}`}>
      {note}
      <p id={id} className={`muted text-xs break-words empty-hidden ${styles.changes}`}>
        {isUnsaved && `Da salvare: ${unsaved.slice(0, MAX_NAMES).join(' · ')}${more > 0 ? ` · altri ${more}` : ''}`}
      </p>
      <Button type="submit" loading={isSaving} aria-describedby={isUnsaved ? id : undefined}>
        Salva
      </Button>
    </div>
  )
}
