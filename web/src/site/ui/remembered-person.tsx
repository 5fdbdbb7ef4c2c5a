import { useEffect, useState } from 'react'
import { readBrowserItem, storeBrowserItem } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import styles from './booking-form.module.css'

const STORED = 'my_details'
const FIELDS = ['name', 'surname', 'email', 'telephone'] as const

type Details = Record<(typeof FIELDS)[number], string>

/** Undefined without stored contacts, or if another program has written the item. */
function storedDetails(): Partial<Details> | undefined {
  try {
    return JSON.parse(readBrowserItem(STORED) || 'null') ?? undefined
  } catch {
    return undefined
  }
}

const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement

/** Stores a visitor's contacts in this browser, or removes them. */
export function storePerson(isRemembered: boolean, person: Details) {
  const details = Object.fromEntries(FIELDS.map((name) => [name, person[name]]))
  storeBrowserItem(STORED, isRemembered ? JSON.stringify(details) : '')
}

type RememberedPersonProps = {
  form: { current: HTMLFormElement | null }
  isRemembered: boolean
  onChange: (isRemembered: boolean) => void
}

/**
 * Fills in the stored contacts, and asks whether to store them. Never in a page that another site embeds; the style sheet hides
 * it there and without scripts.
 */
export function RememberedPerson({ form, isRemembered, onChange }: RememberedPersonProps) {
  const [isStored, setIsStored] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills in once
  useEffect(() => {
    const stored = storedDetails()
    if (!stored || 'embedded' in document.documentElement.dataset) return
    for (const name of FIELDS) inputOf(form.current!, name).value ||= stored[name] ?? ''
    setIsStored(true)
    onChange(true)
  }, [])

  const forget = () => {
    storeBrowserItem(STORED, '')
    for (const name of FIELDS) inputOf(form.current!, name).value = ''
    setIsStored(false)
    onChange(false)
    inputOf(form.current!, 'name').focus()
  }

  return (
    <div className={styles.remember}>
      <Checkbox
        label="Ricorda i miei dati su questo dispositivo"
        checked={isRemembered}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isStored && (
        <Button look="quiet" onClick={forget}>
          Dimentica
        </Button>
      )}
    </div>
  )
}
