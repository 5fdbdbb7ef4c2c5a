import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Ref } from 'react'
import { ServiceCard } from './service-card.tsx'
import styles from './service-list.module.css'

type ServiceGridProps = {
  services: PublicService[]
  today: PlainDate
  heading: 'h2' | 'h3'
  lastCard?: Ref<HTMLLIElement>
}

export function ServiceGrid({ services, today, heading, lastCard }: ServiceGridProps) {
  if (services.length === 0) return <p className={styles.empty}>Ci dispiace ma non ci sono servizi disponibili.</p>
  return (
    <ul className={styles.grid}>
      {services.map((service, i) => (
        <ServiceCard
          key={service.id}
          service={service}
          today={today}
          heading={heading}
          ref={i === services.length - 1 ? lastCard : undefined}
        />
      ))}
    </ul>
  )
}
