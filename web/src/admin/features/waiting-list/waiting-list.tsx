import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { WaitingEntries } from './waiting-entries.tsx'
import styles from './waiting-list.module.css'
import { waitingListQuery } from './waiting-list.queries.ts'

/** The waiting list below the bookings of a day; shows nothing if it is empty. */
export default function WaitingList({ day, today }: { day: PlainDate; today: PlainDate }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { data: waiting = [] } = useQuery(waitingListQuery(day))
  const isEmpty = waiting.length === 0

  return (
    <section className={isEmpty ? undefined : styles.waiting} aria-labelledby={isEmpty ? undefined : id}>
      {!isEmpty && (
        <div className={styles.head}>
          <h3 id={id} ref={title} tabIndex={-1} className={styles.title}>
            Lista d’attesa ({waiting.length})
          </h3>
          <Link to={adminPaths.waitingList} className={styles.all}>
            Tutti i giorni
          </Link>
        </div>
      )}
      <WaitingEntries waiting={waiting} today={today} onRemoved={() => title.current?.focus()} />
    </section>
  )
}
