import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './disclosure.module.css'

type DisclosureProps = {
  title: string
  /** What is said of it while it is closed, too. */
  note?: string
  /** Whether anything stands in it: then it opens, and stays open when that is taken out. */
  isUsed: boolean
  /** Whether something in it is to be put right: then it stays open. */
  hasProblem?: boolean
  children: ReactNode
}

/** Fields that most people never need, closed until they are asked for. */
export function Disclosure({ title, note, isUsed, hasProblem = false, children }: DisclosureProps) {
  const id = useId()
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed && !wasUsed) setWasUsed(true)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = hasProblem || (chosen ?? wasUsed)
  return (
    <section className={styles.group} aria-labelledby={`${id}-title`}>
      <h3 className={styles.head}>
        <button
          type="button"
          id={`${id}-title`}
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={() => setChosen(!isOpen)}
        >
          <ChevronRight size={18} aria-hidden="true" className={styles.arrow} />
          {title}
        </button>
      </h3>
      {note && <p className={styles.note}>{note}</p>}
      <div id={`${id}-body`} className={styles.body} hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}
