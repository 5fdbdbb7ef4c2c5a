import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { areShortcutsOn, useShortcutKey } from '../../../lib/shortcut-keys.ts'
import { useHasRight } from '../../session/session.queries.ts'
import styles from './month-view.module.css'

const ADD_KEY = 'n'

type Step = { label: string; go: () => void }

type CalendarHeadProps = {
  /** The id of the title. */
  id: string
  title: string
  /** The title on a phone, where everything is in one line. */
  shortTitle?: string
  before: Step
  after: Step
  onToday: () => void
  onAdd: () => void
  /** More actions, before the button that adds a booking. */
  children?: ReactNode
}

/** Header of a calendar: its title, buttons for the previous and next days, and a button that adds a booking. */
export function CalendarHead({ id, title, shortTitle, before, after, onToday, onAdd, children }: CalendarHeadProps) {
  // The search of customers has the switch of the keys.
  const hasKey = useHasRight('customers')
  useShortcutKey(ADD_KEY, hasKey ? onAdd : undefined)
  return (
    <div className={`row gap-x-4 gap-y-2 flex-wrap justify-between mb-3 ${styles.head}`}>
      <h2 id={id} className={`text-l capitalized ${styles.title}`} aria-live="polite">
        <span className={shortTitle && styles.long}>{title}</span>
        {shortTitle && (
          <span className={styles.short} aria-hidden="true" translate="no">
            {shortTitle}
          </span>
        )}
      </h2>
      <div className={`flex gap-2 min-w-0 ${styles.actions}`}>
        <button
          type="button"
          className={`grid place-center px-2 semibold ${styles.action}`}
          aria-label={before.label}
          onClick={before.go}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={`grid place-center px-2 semibold ${styles.action}`}
          aria-label={after.label}
          onClick={after.go}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </button>
        <button type="button" className={`grid place-center px-2 semibold ${styles.action}`} onClick={onToday}>
          Oggi
        </button>
        {children}
        <button
          type="button"
          className={`grid place-center px-2 semibold ${styles.action} ${styles.add}`}
          aria-haspopup="dialog"
          aria-keyshortcuts={hasKey ? ADD_KEY : undefined}
          title={hasKey && areShortcutsOn() ? `Nuova prenotazione (tasto ${ADD_KEY})` : 'Nuova prenotazione'}
          onClick={onAdd}
        >
          <Plus size={20} aria-hidden="true" />
          <VisuallyHidden>Nuova prenotazione</VisuallyHidden>
        </button>
      </div>
    </div>
  )
}
