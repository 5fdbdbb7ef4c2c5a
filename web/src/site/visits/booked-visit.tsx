import { readBookingFile } from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { BOOKED_BY_FORM } from '@prenoto/core/pages/page-data.ts'
import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileAddress } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { bookedVisit, forgetBookedVisit, type BookedVisit as Visit } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './booked-visit.module.css'
import { VisitTicket } from './visit-ticket.tsx'

/** The visit just booked, and its file for one's own calendar. Only the browser that booked knows of it. */
export function BookedVisit({ configuration: { address } }: { configuration: Configuration }) {
  const [visit, setVisit] = useState<Visit | null>()
  useEffect(() => {
    // What was booked here before is another visit.
    if (location.pathname + location.hash === BOOKED_BY_FORM) forgetBookedVisit()
    const read = () => setVisit(bookedVisit() ?? null)
    read()
    // Whoever comes back may have moved or cancelled it meanwhile.
    addEventListener('pageshow', read)
    return () => removeEventListener('pageshow', read)
  }, [])

  return (
    <div className={visit === null ? styles.visit : `${styles.visit} ${styles.kept}`}>
      {visit === null && <Elsewhere />}
      {visit === undefined && (
        <noscript>
          <Elsewhere />
        </noscript>
      )}
      {visit && (
        <>
          <VisitTicket visit={visit} address={address} />
          <p>
            Ti abbiamo scritto a <strong>{visit.email}</strong>: nell’email trovi anche il link per spostare o disdire
            la visita.
          </p>
          <div className={styles.actions}>
            <CalendarLink hiddenId={visit.hidden_id} />
            <ButtonLink look="quiet" href={paths.visit(visit.hidden_id)}>
              Sposta o disdici
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}

/** The visit for one's own calendar, as a file. */
export const CalendarLink = ({ hiddenId }: { hiddenId: string }) => (
  <ButtonLink look="soft" href={fileAddress(readBookingFile, { hiddenId })} download>
    <CalendarPlus size={18} aria-hidden="true" />
    Aggiungi al calendario
  </ButtonLink>
)

/** For a browser that has not booked, or has forgotten. */
const Elsewhere = () => (
  <p>
    Giorno, ora e il link per spostare o disdire la visita sono nell’email di conferma. Se non la trovi, guarda nella
    posta indesiderata o usa i recapiti in fondo alla pagina.
  </p>
)
