import type { Collision } from '@prenoto/core/collision.ts'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './collisions.module.css'

type CollisionsProps = {
  collisions: Collision[]
  /** What can be done instead. */
  advice?: string
  /** What the button says that accepts the collisions: 'Sposta lo stesso'. */
  action: string
  isSaving: boolean
  onOverride: () => void
  /** Saves a series except for these of its visits. */
  onLeaveOut?: (bookingIds: number[]) => void
}

/** What an hour that is not offered collides with, and the way to accept that. It takes the focus when it comes. */
export function Collisions({ collisions, advice, action, isSaving, onOverride, onLeaveOut }: CollisionsProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other collisions are announced again
  useEffect(() => {
    title.current!.focus()
    title.current!.closest('section')!.scrollIntoView({ block: 'nearest' })
  }, [collisions])
  const bookingIds = [...new Set(collisions.flatMap(({ booking_id }) => booking_id ?? []))]

  return (
    <section className={styles.collisions} aria-labelledby={id}>
      <h3 id={id} ref={title} tabIndex={-1} className={styles.title}>
        Questo orario non è tra quelli proposti
      </h3>
      {collisions.length === 0 ? (
        <p>Non si sovrappone a niente.</p>
      ) : (
        <ul className={styles.list}>
          {collisions.map(({ kind, detail }) => (
            <li key={`${kind} ${detail}`}>{detail}</li>
          ))}
        </ul>
      )}
      {advice && <p>{advice}</p>}
      <div className={styles.actions}>
        {onLeaveOut && bookingIds.length > 0 && (
          <Button look="quiet" loading={isSaving} onClick={() => onLeaveOut(bookingIds)}>
            {bookingIds.length === 1 ? 'Lascia com’è questa data' : `Lascia come sono queste ${bookingIds.length} date`}
          </Button>
        )}
        <Button look="quiet" loading={isSaving} onClick={onOverride}>
          {action}
        </Button>
      </div>
    </section>
  )
}
