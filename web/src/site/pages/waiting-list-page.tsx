import { partName } from '@prenoto/core/availability/slot-groups.ts'
import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { WaitingLink } from '@prenoto/core/pages/page-data.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Hourglass, SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../features/visits/facts.tsx'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { StatusPage } from './status-page.tsx'

type WaitingListPageProps = { hiddenId: string; waiting: WaitingLink | null }

/** A waiting-list entry without a current offer. Works without scripts. */
export function WaitingListPage({ hiddenId, waiting }: WaitingListPageProps) {
  if (!waiting)
    return (
      <StatusPage
        Icon={SearchX}
        title="La lista d’attesa non c’è più"
        text={<p>La giornata è passata, oppure il link non è completo.</p>}
      >
        <ButtonLink href={paths.services}>Guarda i servizi</ButtonLink>
      </StatusPage>
    )

  const { service_id, service_name, calendar_name, visit_day, part, ending, ended } = waiting
  const facts = {
    Servizio: service_name,
    ...(calendar_name && { Con: <span translate="no">{calendar_name}</span> }),
    Giorno: <span translate="no">{formatDay(visit_day)}</span>,
    Quando: part ? partName(part) : 'Qualsiasi orario',
  }

  if (ending)
    return (
      <StatusPage
        Icon={SearchX}
        title={ending === 'booked' ? 'Hai già prenotato il posto' : 'Non sei più in lista d’attesa'}
        text={
          <p>
            {ending === 'booked'
              ? 'Trovi giorno, ora e il link per disdire nell’email di conferma.'
              : `Per ${service_name}, ${formatDay(visit_day)}, non ti scriveremo più.`}
          </p>
        }
      >
        <ButtonLink look="quiet" href={paths.home}>
          Torna alla home
        </ButtonLink>
        {ending !== 'booked' && (
          <ButtonLink href={paths.booking(service_id, sameServices(waiting))}>Prenota un altro giorno</ButtonLink>
        )}
      </StatusPage>
    )

  if (ended && !ended.is_refused)
    return (
      <StatusPage
        Icon={Hourglass}
        title={ended.is_free ? 'È ancora libero' : 'Il posto non c’è più'}
        text={
          <>
            <p>
              {ended.is_free
                ? 'Il tempo per rispondere è finito e il posto non è più tenuto per te, ma puoi ancora prenotarlo: chi arriva prima lo prende.'
                : 'Il tempo per rispondere è finito, oppure il posto non si può più prenotare. Resti in lista: se se ne libera un altro ti scriviamo subito.'}
            </p>
            <VisitTicket visit={{ ...waiting, visit_hour: ended.visit_hour }} />
          </>
        }
      >
        {ended.is_free && (
          <ButtonLink
            href={paths.booking(service_id, { ...sameServices(waiting), day: visit_day, hour: ended.visit_hour })}
          >
            Vai alla prenotazione
          </ButtonLink>
        )}
        <LeaveList hiddenId={hiddenId} />
      </StatusPage>
    )

  return (
    <StatusPage
      Icon={Hourglass}
      title="Sei in lista d’attesa"
      text={
        <>
          <Facts facts={facts} />
          <p>
            {ended
              ? `Hai lasciato il posto delle ${toShortTime(ended.visit_hour)}. Se se ne libera un altro ti scriviamo subito.`
              : 'Appena si libera un posto ti scriviamo.'}
          </p>
        </>
      }
    >
      <ButtonLink look="quiet" href={paths.home}>
        Torna alla home
      </ButtonLink>
      <LeaveList hiddenId={hiddenId} />
    </StatusPage>
  )
}

const LeaveList = ({ hiddenId }: { hiddenId: string }) => (
  <form method="post" action={paths.waitingAnswer(hiddenId, 'leave')}>
    <Button type="submit" look="quiet">
      Esci dalla lista
    </Button>
  </form>
)
