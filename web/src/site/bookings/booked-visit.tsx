import { readBookingFile } from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { mapsSearch } from '@prenoto/core/configuration/contacts.ts'
import { formatDay, formatPrice } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileAddress } from '../../lib/api-client.ts'
import { bookedVisit, type BookedVisit as Visit } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './booked-visit.module.css'
import { VisitFacts } from './visit-facts.tsx'

/** The visit just booked, and its file for one's own calendar. Only the browser that booked knows of it. */
export function BookedVisit({ configuration: { address } }: { configuration: Configuration }) {
  const [visit, setVisit] = useState<Visit | null>()
  useEffect(() => setVisit(bookedVisit() ?? null), [])

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
          <VisitFacts
            facts={{
              Servizio: visit.service_name,
              Giorno: formatDay(visit.visit_day),
              Ora: toShortTime(visit.visit_hour),
              Prezzo: formatPrice(visit.service_price),
              ...(address && { Dove: <a href={mapsSearch(address)}>{address}</a> }),
            }}
          />
          <p>
            Ti abbiamo scritto a <strong>{visit.email}</strong>: nell’email trovi anche il link per disdire.
          </p>
          <ButtonLink look="soft" href={fileAddress(readBookingFile, { hiddenId: visit.hidden_id })} download>
            <CalendarPlus size={18} aria-hidden="true" />
            Aggiungi al calendario
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** For a browser that has not booked, or has forgotten. */
const Elsewhere = () => (
  <p>
    Giorno, ora e il link per disdire sono nell’email di conferma. Se non la trovi, guarda nella posta indesiderata o
    usa i recapiti in fondo alla pagina.
  </p>
)
