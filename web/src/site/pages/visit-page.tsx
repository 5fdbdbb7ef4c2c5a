import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Check, ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CalendarLink } from '../visits/booked-visit.tsx'
import { MoveFlow } from '../visits/move-flow.tsx'
import { SoonBegins } from '../visits/soon-begins.tsx'
import { VisitTicket } from '../visits/visit-ticket.tsx'
import { Moved } from './done.tsx'
import titleStyles from './page-title.module.css'
import { StatusPage } from './status-page.tsx'

type VisitPageProps = { hiddenId: string; visit: ShownVisit; configuration: Configuration }

/** What there is to say of it first. */
const STANDING: Record<ShownVisit['state'], (configuration: Configuration) => ReactNode> = {
  open: () => <p>È confermata: ti aspettiamo.</p>,
  closed: (configuration) => <SoonBegins configuration={configuration} />,
  begun: () => <p>La visita è già iniziata: da qui non può più essere cambiata.</p>,
}

/** What one has booked, and what can be done about it. */
export function VisitPage({ hiddenId, visit, configuration }: VisitPageProps) {
  const { state, service_id, is_offered, visit_day } = visit
  return (
    <>
      <Moved />
      <StatusPage
        Icon={Check}
        tone={state === 'begun' ? undefined : 'success'}
        title="La tua prenotazione"
        text={STANDING[state](configuration)}
      >
        <VisitTicket visit={visit} address={configuration.address} />
        {state === 'open' && <ButtonLink href={paths.move(hiddenId, visit_day)}>Sposta</ButtonLink>}
        {state === 'open' && (
          <ButtonLink look="quiet" href={paths.cancellation(hiddenId)}>
            Disdici
          </ButtonLink>
        )}
        {state !== 'begun' && <CalendarLink hiddenId={hiddenId} />}
        <ButtonLink look="quiet" href={is_offered ? paths.booking(service_id) : paths.services}>
          Prenota di nuovo
        </ButtonLink>
      </StatusPage>
    </>
  )
}

type MoveVisitPageProps = VisitPageProps & { offered: OfferedService; chosen: ChosenVisit | undefined }

/** Where another time for it is chosen. */
export function MoveVisitPage({ hiddenId, visit, offered, chosen, configuration }: MoveVisitPageProps) {
  return (
    <div className={titleStyles.page}>
      <div className={titleStyles.head}>
        <a href={paths.visit(hiddenId)} className={titleStyles.back}>
          <ChevronLeft size={18} aria-hidden="true" />
          La tua prenotazione
        </a>
        <h1 className={titleStyles.title}>Sposta la prenotazione</h1>
        <p className={titleStyles.text}>
          {visit.service_name}: il posto di {formatDay(visit.visit_day)} alle {toShortTime(visit.visit_hour)} resta tuo
          finché non confermi un altro orario.
        </p>
      </div>
      <MoveFlow hiddenId={hiddenId} visit={visit} offered={offered} chosen={chosen} configuration={configuration} />
    </div>
  )
}
