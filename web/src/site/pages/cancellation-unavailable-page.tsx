import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TooLateNotice } from '../features/visits/too-late-notice.tsx'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { StatusPage } from './status-page.tsx'

type CancellationUnavailablePageProps = { visit: ShownVisit | null; configuration: Configuration }

/** Shown when there is no such visit, or when it is too late to cancel it. Works without scripts. */
export const CancellationUnavailablePage = ({ visit, configuration }: CancellationUnavailablePageProps) => (
  <StatusPage
    Icon={SearchX}
    title={getTitle(visit)}
    text={
      <>
        {!visit && <p>È già stata disdetta, oppure il link non è completo.</p>}
        {visit?.state === 'closed' && <TooLateNotice configuration={configuration} />}
        {visit?.state === 'begun' && (
          <p>Non può più essere disdetta da qui: per ogni necessità usa i recapiti che trovi in fondo.</p>
        )}
      </>
    }
  >
    {visit && <VisitTicket visit={visit} />}
    <ButtonLink look="quiet" href={paths.home}>
      Torna alla home
    </ButtonLink>
    {!visit && (
      <ButtonLink look="quiet" href={paths.myBookings}>
        Le mie prenotazioni
      </ButtonLink>
    )}
    <ButtonLink href={paths.services}>Prenota di nuovo</ButtonLink>
  </StatusPage>
)

function getTitle(visit: ShownVisit | null) {
  if (!visit) return 'La prenotazione non c’è più'
  return visit.state === 'begun' ? 'La visita è già iniziata' : 'Non si può più disdire da qui'
}
