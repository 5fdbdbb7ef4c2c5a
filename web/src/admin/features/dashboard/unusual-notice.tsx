import { capitalize } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './dashboard.module.css'
import { summaryQuery } from './dashboard.queries.ts'
import { countUnusual } from './unusual-bookings.queries.ts'

const UnusualPanel = lazy(() => import('./unusual-panel.tsx'))

/** Tells of a burst of unusual bookings and opens their list; empty otherwise. */
export function UnusualNotice() {
  const { data } = useQuery(summaryQuery)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const count = data?.unusual_bookings ?? 0

  return (
    <>
      <div
        role="status"
        className={`row gap-x-3 gap-y-2 flex-wrap px-4 py-3 rounded-m warning-soft empty-hidden ${styles.notice}`}
      >
        {count > 0 && (
          <>
            <TriangleAlert size={20} aria-hidden="true" />
            <p className={styles.text}>{`${capitalize(countUnusual(count))} nell’ultima ora`}</p>
            <Button
              look="quiet"
              aria-haspopup="dialog"
              onClick={() => {
                setWasOpened(true)
                setIsOpen(true)
              }}
            >
              Guarda l’elenco
            </Button>
          </>
        )}
      </div>
      {wasOpened && (
        <Suspense>
          <UnusualPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
