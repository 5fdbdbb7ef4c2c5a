import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Ref } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './service-card.module.css'
import { ServiceFacts } from './service-facts.tsx'

type ServiceCardProps = { service: PublicService; today: PlainDate; heading: 'h2' | 'h3'; ref?: Ref<HTMLLIElement> }

export function ServiceCard({ service, today, heading: Heading, ref }: ServiceCardProps) {
  const free = service.available_slots.find((day) => day.date === today)?.slots.length ?? 0
  const nameId = `service-${service.id}`
  return (
    <li ref={ref}>
      <article className={styles.card} aria-labelledby={nameId}>
        <div className={styles.words}>
          <Heading id={nameId} className={styles.name}>
            {service.name}
          </Heading>
          {service.description && <p className={styles.description}>{service.description}</p>}
        </div>
        <ServiceFacts service={service} />
        <p className={free > 0 ? `${styles.today} ${styles.free}` : styles.today}>
          <span className={styles.dot} aria-hidden="true" />
          {free > 0 ? `Ci sono ancora ${free} slot disponibili oggi.` : 'Nessuno slot disponibile oggi.'}
        </p>
        <ButtonLink look="soft" href={paths.booking(service.id)} aria-describedby={nameId} wide>
          Prenota ora
        </ButtonLink>
      </article>
    </li>
  )
}
