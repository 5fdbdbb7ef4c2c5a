import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { RESCHEDULE_LIMIT_REACHED } from '@prenoto/core/bookings/visit-state.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageData, PageDataWith } from '@prenoto/core/pages/page-data.ts'
import type { VisitTexts } from '@prenoto/core/text-messages/text-channels.ts'
import { textLinkQuery } from '@prenoto/core/text-messages/text-link.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { changeDeadline } from '../features/bookings/change-deadline.ts'
import { ZoneNotice } from '../features/bookings/zone-notice.tsx'
import { CallButton } from '../features/configuration/call-button.tsx'
import { formatNearDay } from '../features/visits/near-day.ts'
import { TooLateNotice } from '../features/visits/too-late-notice.tsx'
import { VisitActions } from '../features/visits/visit-actions.tsx'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { RescheduledMessage } from '../ui/confirmations.tsx'
import { TEXTS_STATE } from '../ui/texts-state.ts'
import styles from './status-page.module.css'
import { StatusPage } from './status-page.tsx'

/** Names the time that is shown, since the visit may have been rescheduled meanwhile. */
const confirmAction = (hiddenId: string, { visit_day: day, visit_hour: hour }: ShownVisit) =>
  `${paths.visit(hiddenId)}/confirm?${new URLSearchParams(chosenVisitQuery({ day, hour }))}`

type VisitPageProps = {
  hiddenId: string
  visit: ShownVisit
  texts: PageData['visitTexts']
  configuration: Configuration
  today: PlainDate
}

export const content = ({ path, visit, visitTexts, configuration, today }: PageDataWith<'visit' | 'configuration'>) => (
  <VisitPage
    hiddenId={path.split('/').at(-1)!}
    visit={visit}
    texts={visitTexts}
    configuration={configuration}
    today={today}
  />
)

function TextMessages({ hiddenId, texts: { choice, linkKey } }: { hiddenId: string; texts: VisitTexts }) {
  const action = (verb: 'stop' | 'resume') =>
    `${paths.visit(hiddenId)}/${verb}-messages${linkKey ? textLinkQuery(linkKey) : ''}`
  if (choice === 'wanted')
    return (
      <form method="post" action={action('stop')} className={styles.texts}>
        <p>{TEXTS_STATE.wanted}</p>
        <Button type="submit" look="quiet">
          Non voglio più questi messaggi
        </Button>
      </form>
    )
  if (choice === 'stopped' && linkKey)
    return (
      <form method="post" action={action('resume')} className={styles.texts}>
        <p>{TEXTS_STATE.stopped}</p>
        <Button type="submit" look="quiet">
          Scrivetemi di nuovo al cellulare
        </Button>
      </form>
    )
  return <p className={styles.texts}>{TEXTS_STATE[choice]}</p>
}

/** By whether the customer has confirmed; undefined unless the reminder has asked. */
const OPEN_TEXT: Record<string, string> = {
  undefined: 'È confermata: ti aspettiamo.',
  true: 'Hai confermato: ti aspettiamo.',
  false: 'Facci sapere se vieni: ti basta un pulsante.',
}

/** Text below the title. */
const STATE_TEXT: Record<ShownVisit['state'], (visit: ShownVisit, configuration: Configuration) => ReactNode> = {
  open: (visit, configuration) => (
    <p>{`${OPEN_TEXT[String(visit.is_confirmed)]} ${changeDeadline(visit, configuration)}`}</p>
  ),
  closed: (_, configuration) => <TooLateNotice configuration={configuration} />,
  begun: () => <p>La visita è già iniziata: da qui non può più essere cambiata.</p>,
}

/** A customer's booking and its actions, at its private link. */
export function VisitPage({ hiddenId, visit, texts, configuration, today }: VisitPageProps) {
  const { state, is_reschedulable, service_id, is_offered, visit_day, calendar_id, calendar_name } = visit
  const isAsked = visit.is_confirmed === false && state !== 'begun'
  const calendar = calendar_name ? calendar_id : undefined
  return (
    <>
      <RescheduledMessage />
      <StatusPage
        // A tick before the answer would look as if the visit were confirmed.
        Icon={isAsked ? undefined : Check}
        tone={state === 'begun' ? undefined : 'success'}
        title={
          isAsked
            ? `Vieni ${formatNearDay(visit_day, today)} alle ${toShortTime(visit.visit_hour)}?`
            : 'La tua prenotazione'
        }
        text={
          state === 'open' && !is_reschedulable ? (
            <>
              <p>{`${RESCHEDULE_LIMIT_REACHED}.`}</p>
              <CallButton configuration={configuration} />
            </>
          ) : (
            STATE_TEXT[state](visit, configuration)
          )
        }
      >
        {isAsked && (
          <div className={styles.answers}>
            <form method="post" action={confirmAction(hiddenId, visit)}>
              <Button type="submit" wide>
                Confermo
              </Button>
            </form>
            {state === 'open' && (
              <ButtonLink look="quiet" wide href={paths.cancellation(hiddenId)}>
                Non vengo
              </ButtonLink>
            )}
          </div>
        )}
        <VisitTicket visit={visit} address={configuration.address} />
        <ZoneNotice day={visit_day} timeZone={configuration.time_zone} />
        <VisitActions hiddenId={hiddenId} visit={visit} state={state} configuration={configuration}>
          {is_reschedulable && (
            <ButtonLink look="quiet" href={paths.reschedule(hiddenId, visit_day, calendar)}>
              Sposta
            </ButtonLink>
          )}
          {state === 'open' && !isAsked && (
            <ButtonLink look="quiet" href={paths.cancellation(hiddenId)}>
              Disdici
            </ButtonLink>
          )}
          <ButtonLink look="quiet" href={is_offered ? paths.booking(service_id, sameServices(visit)) : paths.services}>
            Prenota di nuovo
          </ButtonLink>
          <ButtonLink look="quiet" href={paths.myBookings}>
            Le mie prenotazioni
          </ButtonLink>
        </VisitActions>
        {texts && <TextMessages hiddenId={hiddenId} texts={texts} />}
      </StatusPage>
    </>
  )
}
