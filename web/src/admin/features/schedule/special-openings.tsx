import type { Opening } from '@prenoto/core/schedule/special-opening-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { parseItalianDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { LIST_PER_PAGE, useList } from '../../lib/crud-queries.ts'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { useToday } from '../configuration/use-today.ts'
import { specialOpeningsCrud } from './exceptions.queries.ts'
import styles from './schedule.module.css'

type SpecialOpeningsProps = {
  calendarId: number
  /** Opens the panel; without an opening, for a new one. */
  onOpen: (opening?: Opening) => void
}

/** The future special openings of a calendar. */
export function SpecialOpenings({ calendarId, onOpen }: SpecialOpeningsProps) {
  const today = useToday()
  const { items, hasMore, isLoading, isFailed, loadMore } = useList(specialOpeningsCrud(calendarId), LIST_PER_PAGE)
  const upcoming = items.filter((opening) => parseDay(opening) >= today).sort(byStart)
  // Past openings are last in the list, so more pages matter only while there is none.
  const mayHaveMore = hasMore && upcoming.length === items.length

  return (
    <Disclosure
      title="Aperture straordinarie"
      note="Giorni e ore in cui è aperto oltre ai suoi orari."
      isUsed={upcoming.length > 0}
    >
      {upcoming.length > 0 && (
        <ul className="grid gap-2">
          {upcoming.map((opening) => (
            <li key={opening.id}>
              <button
                type="button"
                className={`grid w-full touch px-3 py-2 border rounded-s text-left break-words hover-sunken ${styles.opening}`}
                aria-haspopup="dialog"
                onClick={() => onOpen(opening)}
              >
                <span className="semibold tabular-nums">
                  <span>{`${formatDate(parseDay(opening))}, `}</span>
                  <span className="nowrap">{`${opening.hour_from} - ${opening.hour_to}`}</span>
                </span>
                {opening.reason && <span className="muted">{opening.reason}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(mayHaveMore || isFailed) && <LoadMore isLoading={isLoading} hasFailed={isFailed} onReached={loadMore} />}
      <div>
        <Button look="soft" aria-haspopup="dialog" onClick={() => onOpen()}>
          <Plus size={18} aria-hidden="true" />
          Nuova apertura
        </Button>
      </div>
    </Disclosure>
  )
}

const parseDay = ({ day }: Opening) => parsePlainDate(parseItalianDate(day))

const byStart = (one: Opening, other: Opening) =>
  `${parseDay(one)} ${one.hour_from}`.localeCompare(`${parseDay(other)} ${other.hour_from}`)
