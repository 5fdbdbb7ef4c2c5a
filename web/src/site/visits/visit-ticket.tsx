import { mapsSearch } from '@prenoto/core/configuration/contacts.ts'
import { formatDay, formatPrice } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { ReactNode } from 'react'
import styles from './visit-ticket.module.css'

type TicketVisit = { visit_day: PlainDate; visit_hour: PlainTime; service_name: string; service_price?: string }

/** A visit as a ticket: when, large, then what is known of it, each under its word. */
export function VisitTicket({ visit, address }: { visit: TicketVisit; address?: string }) {
  const { visit_day, visit_hour, service_name, service_price } = visit
  const facts: Record<string, ReactNode> = {
    Giorno: formatDay(visit_day),
    Ora: toShortTime(visit_hour),
    Servizio: service_name,
    ...(service_price && { Prezzo: formatPrice(service_price) }),
    ...(address && { Dove: <a href={mapsSearch(address)}>{address}</a> }),
  }
  return (
    <dl className={styles.ticket}>
      {Object.entries(facts).map(([word, fact]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
