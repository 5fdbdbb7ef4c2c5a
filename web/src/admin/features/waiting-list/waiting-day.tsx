import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { WaitingDay } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { getMessage } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import WaitingEntries from './waiting-entries.tsx'
import styles from './waiting-list.module.css'
import { waitingListQuery } from './waiting-list.queries.ts'

type WaitingDayProps = { day: WaitingDay; today: PlainDate; isFirst: boolean }

/** A day of the waiting list; reads its people when it is opened. The first day is open from the start. */
export function WaitingDaySection({ day: { visit_day, count }, today, isFirst }: WaitingDayProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(isFirst)

  return (
    <section className="card min-w-0 rounded-m" aria-labelledby={id}>
      <h2 className="text-m">
        <button
          ref={opener}
          type="button"
          id={id}
          className={`row gap-x-2 flex-wrap w-full rounded-m bold ${styles.opener}`}
          aria-expanded={isOpen}
          aria-controls={`${id}-people`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight size={18} aria-hidden="true" className={`flex-none ${styles.arrow}`} />
          <span>{capitalize(formatDay(visit_day))}</span>
          <span className={styles.count}>{count === 1 ? '1 persona' : `${count} persone`}</span>
        </button>
      </h2>
      <div id={`${id}-people`} hidden={!isOpen}>
        {isOpen && <People day={visit_day} today={today} onRemoved={() => opener.current?.focus()} />}
        <Link
          to={`${adminPaths.dashboardOn(visit_day)}&vista=giorno`}
          className={`ink row touch text-s medium ${styles.link}`}
        >
          Apri il giorno nell’agenda
        </Link>
      </div>
    </section>
  )
}

type PeopleProps = { day: PlainDate; today: PlainDate; onRemoved: () => void }

function People({ day, today, onRemoved }: PeopleProps) {
  const { data, error, isFetching, refetch } = useQuery(waitingListQuery(day))
  if (data) return <WaitingEntries waiting={data} today={today} onRemoved={onRemoved} />
  if (!error) return <Skeletons count={1} height={96} />
  return <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
}
