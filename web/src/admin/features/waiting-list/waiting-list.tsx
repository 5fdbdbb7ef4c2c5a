import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import styles from './waiting-list.module.css'
import { waitingListQuery } from './waiting-list.queries.ts'

const WaitingEntries = lazy(() => import('./waiting-entries.tsx'))

/** The waiting list below the bookings of a day; shows nothing if it is empty. */
export default function WaitingList({ day, today }: { day: PlainDate; today: PlainDate }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { data: waiting = [] } = useQuery(waitingListQuery(day))
  const isEmpty = waiting.length === 0
  // An open panel outlives the last entry.
  const [wasUsed, setWasUsed] = useState(false)
  if (!isEmpty && !wasUsed) setWasUsed(true)

  return (
    <section className={isEmpty ? undefined : 'border-t'} aria-labelledby={isEmpty ? undefined : id}>
      {!isEmpty && (
        <div className={`row gap-x-4 flex-wrap justify-between ${styles.head}`}>
          <h3 id={id} ref={title} tabIndex={-1} className="text-s">
            {`Lista d’attesa (${waiting.length})`}
          </h3>
          <Link to={adminPaths.waitingList} className={`ink row touch text-s medium ${styles.all}`}>
            Tutti i giorni
          </Link>
        </div>
      )}
      {wasUsed && (
        <Suspense>
          <WaitingEntries waiting={waiting} today={today} onRemoved={() => title.current?.focus()} />
        </Suspense>
      )}
    </section>
  )
}
