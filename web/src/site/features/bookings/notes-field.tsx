import { MAX_NOTES } from '@prenoto/core/bookings/booking-schema.ts'
import { useEffect, useRef, useState } from 'react'
import { TextArea } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './bookings.module.css'

/** The number of characters left is shown from here on. */
const NEAR_THE_END = 100

export function NotesField(field: { name: string; error?: string; defaultValue?: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(field.defaultValue?.trim().length ?? 0)
  const charactersLeft = MAX_NOTES - length

  useEffect(() => {
    const form = area.current!.form!
    const empty = () => setLength(0)
    form.addEventListener('reset', empty)
    return () => form.removeEventListener('reset', empty)
  }, [])

  return (
    <div className="relative">
      <TextArea
        label="Note per noi"
        autoCapitalize="sentences"
        hint="Facoltative. Di questioni di salute è meglio parlare di persona."
        ref={area}
        onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)}
        {...field}
      />
      <p className={charactersLeft < 0 ? `${styles.left} ${styles.over}` : styles.left} aria-hidden="true">
        {charactersLeft <= NEAR_THE_END &&
          (charactersLeft < 0 ? `${-charactersLeft} caratteri di troppo` : `Ancora ${charactersLeft} caratteri`)}
      </p>
      <VisuallyHidden aria-live="polite">{announcement(charactersLeft)}</VisuallyHidden>
    </div>
  )
}

/** Announced in steps of 20 characters. */
function announcement(charactersLeft: number): string {
  if (charactersLeft > NEAR_THE_END) return ''
  return charactersLeft < 0
    ? 'Testo troppo lungo'
    : `Restano meno di ${20 * (Math.floor(charactersLeft / 20) + 1)} caratteri`
}
