import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { mapsSearch } from '@prenoto/core/configuration/contacts.ts'
import { formatCost, formatDay, formatSpan } from '@prenoto/core/time/format.ts'
import type { ReactNode } from 'react'
import { ServiceNames } from '../../../ui/service-names.tsx'
import { Facts } from './facts.tsx'
import styles from './visit-ticket.module.css'

type TicketVisit = Pick<
  ShownVisit,
  'visit_day' | 'visit_hour' | 'service_name' | 'service_duration' | 'service_price' | 'calendar_name'
> &
  Partial<Pick<ShownVisit, 'services' | 'preparation'>>

type VisitTicketProps = {
  visit: TicketVisit
  /** Only of an upcoming visit, which then also says how to prepare for it. */
  address?: string
}

/** A visit as a ticket: date and time in large type, then the other facts. */
export function VisitTicket({ visit, address }: VisitTicketProps) {
  const { visit_day, visit_hour, service_duration, service_price, calendar_name, preparation } = visit
  const facts: Record<string, ReactNode> = {
    Quando: <span translate="no">{`${formatDay(visit_day)}, ${formatSpan(visit_hour, service_duration)}`}</span>,
    Servizio: <ServiceNames visit={visit} />,
    ...(calendar_name && { Con: <span translate="no">{calendar_name}</span> }),
    Durata: `${service_duration} minuti`,
    Costo: formatCost(service_price),
    ...(address && { Dove: <a href={mapsSearch(address)}>{address}</a> }),
    ...(address !== undefined &&
      preparation && { 'Come prepararsi': <span className={styles.long}>{preparation}</span> }),
  }
  return <Facts facts={facts} className={styles.ticket} />
}
