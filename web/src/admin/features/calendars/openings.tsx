import type { Opening } from '@prenoto/core/special-openings/special-opening-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { dateOf, parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { LIST_PER_PAGE, useList } from '../../lib/crud-queries.ts'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { useToday } from '../configuration/use-today.ts'
import styles from './openings.module.css'
import { openingsOf } from './openings.queries.ts'

type OpeningsProps = {
  calendarId: number
  /** Opens one of them, or a new one. */
  onOpen: (opening?: Opening) => void
}

/** When a calendar is open besides its week, from today on. */
export function Openings({ calendarId, onOpen }: OpeningsProps) {
  const today = useToday()
  const { items, hasMore, isLoading, isFailed, loadMore } = useList(openingsOf(calendarId), LIST_PER_PAGE)
  const coming = items.filter((opening) => dayOf(opening) >= today).sort(byBeginning)
  // Those that are over come last.
  const mayComeMore = hasMore && coming.length === items.length

  return (
    <Disclosure
      title="Aperture straordinarie"
      note="Giorni e ore in cui è aperto oltre ai suoi orari."
      isUsed={coming.length > 0}
    >
      {coming.length > 0 && (
        <ul className={styles.list}>
          {coming.map((opening) => (
            <li key={opening.id}>
              <button type="button" className={styles.opening} aria-haspopup="dialog" onClick={() => onOpen(opening)}>
                <span className={styles.time}>
                  {formatDate(dayOf(opening))},{' '}
                  <span className={styles.hours}>
                    {opening.hour_from} - {opening.hour_to}
                  </span>
                </span>
                {opening.reason && <span className={styles.reason}>{opening.reason}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(mayComeMore || isFailed) && <LoadMore isLoading={isLoading} hasFailed={isFailed} onReached={loadMore} />}
      <div>
        <Button look="soft" aria-haspopup="dialog" onClick={() => onOpen()}>
          <Plus size={18} aria-hidden="true" />
          Nuova apertura
        </Button>
      </div>
    </Disclosure>
  )
}

const dayOf = ({ day }: Opening) => dateOf(parseItalianDate(day))

const byBeginning = (one: Opening, other: Opening) =>
  `${dayOf(one)} ${one.hour_from}`.localeCompare(`${dayOf(other)} ${other.hour_from}`)
