import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import sheet from '../customers/customer-sheet/customer-sheet.module.css'
import { Consent } from './consent.tsx'
import { summaryQuery } from './health-notes.queries.ts'
import { HealthRecords } from './health-records.tsx'
import { ReadFailure } from './read-failure.tsx'

/** A customer's health notes, read only when the user asks for them, since each reading is recorded. */
export function HealthSection({ customerId }: { customerId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const { hash, key: arrival } = useLocation()
  useEffect(() => {
    if (arrival && hash === `#${adminPaths.healthNotes}`) title.current!.focus()
  }, [hash, arrival])

  return (
    <section
      className={`stack card gap-3 content-start rounded-l ${sheet.card}`}
      aria-labelledby={adminPaths.healthNotes}
    >
      <h2 ref={title} id={adminPaths.healthNotes} tabIndex={-1} className={`text-m ${sheet.title}`}>
        Note sulla salute
      </h2>
      <p className={sheet.quiet}>
        Sono cifrate e le vede solo chi è autorizzato. Quando le apri, resta scritto nel registro attività.
      </p>
      <div>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span>{isOpen ? 'Nascondi' : 'Mostra'}</span>
          <VisuallyHidden> le note sulla salute</VisuallyHidden>
        </Button>
      </div>
      {isOpen && <OpenSection customerId={customerId} />}
    </section>
  )
}

function OpenSection({ customerId }: { customerId: number }) {
  const { data: summary, isError, error, refetch } = useQuery(summaryQuery(customerId))
  if (!summary)
    return isError ? (
      <ReadFailure error={error} onRetry={refetch}>
        Non è stato possibile leggere le note sulla salute.
      </ReadFailure>
    ) : (
      <Skeletons count={2} height={64} />
    )
  return (
    <>
      <Consent customerId={customerId} summary={summary} />
      {summary.consent && <HealthRecords customerId={customerId} summary={summary} />}
    </>
  )
}
