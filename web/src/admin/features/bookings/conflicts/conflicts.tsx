import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import styles from '../bookings.module.css'

type ConflictsProps = {
  conflicts: BookingConflict[]
  /** Alternatives to overriding the conflicts. */
  advice: string
  /** Label of the button that overrides the conflicts: 'Sposta lo stesso'. */
  action: string
  isSaving: boolean
  /** Overrides the conflicts; these visits of a series keep their time. */
  onOverride: (unchangedIds: number[]) => void
}

/** Lists the conflicts of a time that is not a slot, with a button that overrides them. Takes the focus. */
export function Conflicts({ conflicts, advice, action, isSaving, onOverride }: ConflictsProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [unchanged, setUnchanged] = useState<ReadonlySet<number>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: new conflicts take the focus again
  useEffect(() => {
    title.current!.focus()
    title.current!.closest('section')!.scrollIntoView({ block: 'nearest' })
  }, [conflicts])
  const visits = [...Map.groupBy(conflicts, ({ booking_id }) => booking_id)]
  const unchangedIds = visits.flatMap(([id]) => (id !== undefined && unchanged.has(id) ? id : []))

  return (
    <section className="grid gap-3 p-4 mb-3 rounded-m warning-soft break-words" aria-labelledby={id}>
      <h3 id={id} ref={title} tabIndex={-1} className="text-m bold">
        Questo orario non è tra quelli proposti
      </h3>
      {visits.map(([bookingId, ofVisit]) => (
        <div key={bookingId ?? ''}>
          <ul id={`${id}-${bookingId}`} className={styles.list}>
            {ofVisit.map(({ kind, detail }) => (
              <li key={`${kind} ${detail}`}>{detail}</li>
            ))}
          </ul>
          {bookingId !== undefined && (
            <label className={`row gap-2 touch ${styles.unchanged}`}>
              <input
                type="checkbox"
                className="checkbox"
                aria-describedby={`${id}-${bookingId}`}
                checked={unchanged.has(bookingId)}
                onChange={() => setUnchanged(unchanged.symmetricDifference(new Set([bookingId])))}
              />
              Lascia questa data com’è
            </label>
          )}
        </div>
      ))}
      {conflicts.length === 0 && <p>Non si sovrappone a niente.</p>}
      <p>{advice}</p>
      <div>
        <Button look="quiet" loading={isSaving} onClick={() => onOverride(unchangedIds)}>
          {action}
        </Button>
      </div>
    </section>
  )
}
