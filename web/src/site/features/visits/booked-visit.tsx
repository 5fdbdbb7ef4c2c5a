import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { BOOKED_BY_FORM } from '@prenoto/core/pages/page-data.ts'
import { useEffect, useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { changeDeadline, getVisitState } from '../bookings/change-deadline.ts'
import { bookedVisit, removeBookedVisit, type BookedVisit as Visit } from '../bookings/stored-visit.ts'
import { ZoneNotice } from '../bookings/zone-notice.tsx'
import styles from './booked-visit.module.css'
import { TooLateNotice } from './too-late-notice.tsx'
import { VisitActions } from './visit-actions.tsx'
import { VisitTicket } from './visit-ticket.tsx'

/** The booking just made, which only the tab that made it has stored. */
export function BookedVisit({ configuration }: { configuration: Configuration }) {
  const [visit, setVisit] = useState<Visit | null>()
  useEffect(() => {
    // Booked before hydration, so that the stored booking is an older one.
    if (location.pathname + location.hash === BOOKED_BY_FORM) removeBookedVisit()
    const read = () => setVisit(bookedVisit() ?? null)
    read()
    // The visit may have been rescheduled or cancelled on another page meanwhile.
    addEventListener('pageshow', read)
    return () => removeEventListener('pageshow', read)
  }, [])

  return (
    <div className={visit === null ? styles.visit : `${styles.visit} ${styles.reserved}`}>
      {visit === null && <NotStored />}
      {visit === undefined && (
        <noscript>
          <NotStored />
        </noscript>
      )}
      {visit && <StoredVisit visit={visit} configuration={configuration} />}
    </div>
  )
}

function StoredVisit({ visit, configuration }: { visit: Visit; configuration: Configuration }) {
  const state = getVisitState(visit, configuration, Date.now())
  return (
    <>
      <VisitTicket visit={visit} address={configuration.address} />
      <ZoneNotice day={visit.visit_day} timeZone={configuration.time_zone} />
      <p>
        <span>{'Ti abbiamo scritto a '}</span>
        <strong>{visit.email}</strong>
        <span>{`. ${state === 'open' ? changeDeadline(visit, configuration) : ''}`}</span>
      </p>
      {state === 'closed' && <TooLateNotice configuration={configuration} />}
      <VisitActions hiddenId={visit.hidden_id} visit={visit} state={state} configuration={configuration}>
        <ButtonLink look="quiet" href={paths.visit(visit.hidden_id)}>
          {state === 'open' ? 'Sposta o disdici' : 'Vedi la prenotazione'}
        </ButtonLink>
        <ButtonLink look="quiet" href={paths.myBookings}>
          Le mie prenotazioni
        </ButtonLink>
        <HomeLink />
      </VisitActions>
    </>
  )
}

const HomeLink = () => (
  <ButtonLink look="quiet" href={paths.home}>
    Torna alla home
  </ButtonLink>
)

/** Shown without a stored booking. */
const NotStored = () => (
  <>
    <p>
      Giorno, ora e il link alla tua prenotazione sono nell’email di conferma. Se non la trovi, guarda nella posta
      indesiderata o usa i recapiti in fondo alla pagina.
    </p>
    <ButtonLink look="quiet" href={paths.myBookings}>
      Le mie prenotazioni
    </ButtonLink>
    <HomeLink />
  </>
)
