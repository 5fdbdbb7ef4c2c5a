import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { ProposalLink } from '@prenoto/core/pages/page-data.ts'
import { proposalPath } from '@prenoto/core/proposals/proposal-address.ts'
import { formatCost, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { OFFER } from '@prenoto/core/waiting-list/offer-address.ts'
import { CalendarHeart, Check, SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../features/visits/facts.tsx'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { StatusPage } from './status-page.tsx'

type ProposalPageProps = { hiddenId: string; proposal: ProposalLink | null }

/** The hours that staff hold for a customer, who books one by a button. Works without scripts. */
export function ProposalPage({ hiddenId, proposal }: ProposalPageProps) {
  if (!proposal || proposal.state === 'ended')
    return (
      <StatusPage
        Icon={SearchX}
        title="Questi orari non sono più tenuti per te"
        text={
          <p>Il tempo per scegliere è finito, oppure la proposta è stata ritirata. Puoi prenotare un altro orario.</p>
        }
      >
        <ButtonLink href={proposal ? paths.booking(proposal.service_id, sameServices(proposal)) : paths.services}>
          Prenota
        </ButtonLink>
      </StatusPage>
    )

  if (proposal.state === 'booked')
    return (
      <StatusPage
        Icon={Check}
        tone="success"
        title="Prenotazione effettuata con successo"
        text={<VisitTicket visit={proposal.visit} />}
      >
        <ButtonLink look="quiet" href={paths.visit(proposal.hidden_id)}>
          Vedi, sposta o disdici
        </ButtonLink>
      </StatusPage>
    )

  const { service_name, service_duration, service_price, varies, hours, until_day, until_hour } = proposal
  const from = varies ? 'da ' : ''
  const facts = {
    Servizio: service_name,
    Durata: `${from}${service_duration} minuti`,
    Costo: `${from}${formatCost(service_price)}`,
  }
  return (
    <StatusPage
      Icon={CalendarHeart}
      title="Scegli il tuo orario"
      text={
        <>
          <Facts facts={facts} />
          <p>
            <span>{'Teniamo questi orari per te fino alle '}</span>
            <strong translate="no">{`${toShortTime(until_hour)} di ${formatDay(until_day)}`}</strong>
            <span>. Tocca quello che preferisci: lo prenoti subito.</span>
          </p>
        </>
      }
    >
      {hours.map(({ id, visit_day, visit_hour, calendar_name }) => (
        <form key={id} method="post" action={`${proposalPath(hiddenId)}/book?${OFFER}=${id}`}>
          <Button type="submit" wide>
            <span translate="no">
              {`${formatDay(visit_day)} alle ${toShortTime(visit_hour)}${calendar_name && ` con ${calendar_name}`}`}
            </span>
          </Button>
        </form>
      ))}
      <ButtonLink look="quiet" href={paths.services}>
        Nessuno mi va bene: guarda gli altri
      </ButtonLink>
    </StatusPage>
  )
}
