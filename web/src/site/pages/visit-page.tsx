import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { RESCHEDULE_LIMIT_REACHED } from '@prenoto/core/bookings/visit-state.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { changeDeadline } from '../features/visits/change-deadline.ts'
import { TooLateNotice } from '../features/visits/too-late-notice.tsx'
import { VisitActions } from '../features/visits/visit-actions.tsx'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { RescheduledMessage } from '../ui/confirmations.tsx'
import { StatusPage } from './status-page.tsx'

type VisitPageProps = { hiddenId: string; visit: ShownVisit; configuration: Configuration }

export const content = ({ path, visit, configuration }: PageDataWith<'visit' | 'configuration'>) => (
  <VisitPage hiddenId={path.split('/').at(-1)!} visit={visit} configuration={configuration} />
)

/** Text below the title. */
const STATE_TEXT: Record<ShownVisit['state'], (visit: ShownVisit, configuration: Configuration) => ReactNode> = {
  open: (visit, configuration) => <p>È confermata: ti aspettiamo. {changeDeadline(visit, configuration)}</p>,
  closed: (_, configuration) => <TooLateNotice configuration={configuration} />,
  begun: () => <p>La visita è già iniziata: da qui non può più essere cambiata.</p>,
}

/** A customer's booking and its actions, at its private link. */
export function VisitPage({ hiddenId, visit, configuration }: VisitPageProps) {
  const { state, is_reschedulable, service_id, is_offered, visit_day, calendar_id, calendar_name, any_calendar } = visit
  const calendar = calendar_name && !any_calendar ? calendar_id : undefined
  return (
    <>
      <RescheduledMessage />
      <StatusPage
        Icon={Check}
        tone={state === 'begun' ? undefined : 'success'}
        title="La tua prenotazione"
        text={
          state === 'open' && !is_reschedulable ? (
            <p>{RESCHEDULE_LIMIT_REACHED}.</p>
          ) : (
            STATE_TEXT[state](visit, configuration)
          )
        }
      >
        <VisitTicket visit={visit} address={configuration.address} />
        <VisitActions hiddenId={hiddenId} visit={visit} state={state} configuration={configuration}>
          {is_reschedulable && (
            <ButtonLink look="quiet" href={paths.reschedule(hiddenId, visit_day, calendar)}>
              Sposta
            </ButtonLink>
          )}
          {state === 'open' && (
            <ButtonLink look="quiet" href={paths.cancellation(hiddenId)}>
              Disdici
            </ButtonLink>
          )}
          <ButtonLink look="quiet" href={is_offered ? paths.booking(service_id) : paths.services}>
            Prenota di nuovo
          </ButtonLink>
          <ButtonLink look="quiet" href={paths.myBookings}>
            Le mie prenotazioni
          </ButtonLink>
        </VisitActions>
      </StatusPage>
    </>
  )
}
