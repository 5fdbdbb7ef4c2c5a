import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { forgetPerson, storedPerson } from './stored-person.ts'

type FormRef = { current: HTMLFormElement | null }

/** The contacts by the names of a form's fields; the contact form has one field for the full name. */
function toFields(form: HTMLFormElement, { name, surname, email, telephone }: ReturnType<typeof storedPerson> = {}) {
  const values = form.elements.namedItem('surname')
    ? { name, surname, email, telephone }
    : { name: [name, surname].filter(Boolean).join(' '), email, phone: telephone }
  return Object.entries(values).map(
    ([field, value = '']) => [form.elements.namedItem(field) as HTMLInputElement, value] as const,
  )
}

export type PersonMemoryProps = {
  form: FormRef
  isRemembered: boolean
  /** Without it the form does not ask whether to store the contacts. */
  onChange?: (isRemembered: boolean) => void
}

/** Fills in the stored contacts, and asks whether to store them. */
export function PersonMemory({ form, isRemembered, onChange }: PersonMemoryProps) {
  const [isStored, setIsStored] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills in once
  useEffect(() => {
    const stored = storedPerson()
    if (!stored) return
    for (const [field, value] of toFields(form.current!, stored)) field.value ||= value
    setIsStored(true)
    onChange?.(true)
  }, [])

  const forget = () => {
    forgetPerson()
    const fields = toFields(form.current!)
    for (const [field] of fields) field.value = ''
    setIsStored(false)
    onChange?.(false)
    fields[0]![0].focus()
  }

  return (
    <>
      {onChange ? (
        <Checkbox
          label="Ricorda i miei dati su questo dispositivo"
          checked={isRemembered}
          onChange={({ target }) => onChange(target.checked)}
        />
      ) : (
        isStored && <p>I tuoi dati sono quelli ricordati su questo dispositivo.</p>
      )}
      {isStored && (
        <Button look="quiet" onClick={forget}>
          Dimentica
        </Button>
      )}
    </>
  )
}
