import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { isSimilarName, toComparableName } from '@prenoto/core/customers/match-reasons.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useHasRight } from '../../session/session.queries.ts'
import styles from './booking-form.module.css'
import type { BookingForm } from './use-visit-choice.ts'

/**
 * Whether a changed name or e-mail of a booking corrects its customer; undefined while neither has changed. A similar name is
 * taken for a correction until the user chooses.
 */
export function useSamePerson(form: BookingForm, edited: StaffBooking | undefined) {
  const [name, surname, email] = useWatch({ control: form.control, name: ['name', 'surname', 'email'] })
  const [choice, setChoice] = useState<boolean>()
  const mayCorrect = useHasRight('customers')
  const person = { name, surname, email }
  const isChanged = mayCorrect && edited && customerIdentity(person) !== customerIdentity(edited)
  if (!isChanged) return { isSame: undefined, setChoice }
  return { isSame: choice ?? isSimilarName(toComparableName(person), toComparableName(edited)), setChoice }
}

type SamePersonProps = { edited: StaffBooking; isSame: boolean; onChange: (isSame: boolean) => void }

/** Asks whether the changed data are those of the same person. */
export function SamePerson({ edited, isSame, onChange }: SamePersonProps) {
  const choices = [
    { value: true, text: 'È la stessa persona: correggi la scheda' },
    { value: false, text: 'È un’altra persona' },
  ]
  return (
    <fieldset className={`grid gap-1 min-w-0 col-span-full px-4 py-3 rounded-m sunken ${styles.samePerson}`}>
      <legend>{`Hai cambiato ${edited.name} ${edited.surname}`}</legend>
      {choices.map(({ value, text }) => (
        <label key={text}>
          <input type="radio" name="same-person" checked={isSame === value} onChange={() => onChange(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
