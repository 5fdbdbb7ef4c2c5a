import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './panels.module.css'

type DisclosureProps = {
  title: string
  /** Shown also while it is closed. */
  note?: string
  /** Whether a field has a value; opens the section, which then stays open. */
  isUsed: boolean
  /** Whether a field is invalid; keeps the section open. */
  hasProblem?: boolean
  children: ReactNode
}

/** A collapsible section of rarely needed fields. */
export function Disclosure({ title, note, isUsed, hasProblem = false, children }: DisclosureProps) {
  const id = useId()
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed && !wasUsed) setWasUsed(true)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = hasProblem || (chosen ?? wasUsed)
  return (
    <section className={styles.group} aria-labelledby={`${id}-title`}>
      <h3 className={styles.disclosureHead}>
        <button
          type="button"
          id={`${id}-title`}
          className={`row gap-2 w-full touch semibold text-left ${styles.opener}`}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={() => setChosen(!isOpen)}
        >
          <ChevronRight size={18} aria-hidden="true" className={styles.arrow} />
          <span>{title}</span>
        </button>
      </h3>
      {note && <p className={styles.note}>{note}</p>}
      <div id={`${id}-body`} className={`stack gap-x-4 gap-y-2 ${styles.disclosureBody}`} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}
