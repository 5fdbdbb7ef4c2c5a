import type { VisitService } from '@prenoto/core/services/visit-services.ts'
import { formatCost } from '@prenoto/core/time/format.ts'
import styles from './service-names.module.css'

type ServiceNamesProps = { visit: { service_name: string; services?: VisitService[] | null } }

/** The services of a visit: of several, each with its duration and price. */
export function ServiceNames({ visit: { service_name, services } }: ServiceNamesProps) {
  if (!services || services.length < 2) return service_name
  return (
    <span className={styles.services}>
      {services.map(({ name, duration, price }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a service can be there twice
        <span key={i}>
          <span>{`${name} `}</span>
          <small>{`${duration} minuti · ${formatCost(price)}`}</small>
        </span>
      ))}
    </span>
  )
}
