import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { formatNextDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { Ref } from 'react'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './service-card.module.css'
import { ServiceFacts } from './service-facts.tsx'
import { ServicePicture, ServiceTile } from './service-picture.tsx'

/** A thumbnail on phones, two or three cards in a row on wider screens. */
const SIZES = '(min-width: 1120px) 352px, (min-width: 720px) 50vw, (min-width: 600px) 70vw, 40px'

type ServiceCardProps = {
  service: PublicService
  today: PlainDate
  sourceQuery: string
  heading: 'h2' | 'h3'
  /** Whether the cards of the list have pictures. */
  hasPicture: boolean
  /** Whether the card is visible without scrolling. */
  isFirst: boolean
  ref?: Ref<HTMLLIElement>
}

export function ServiceCard({
  service,
  today,
  sourceQuery,
  heading: Heading,
  hasPicture,
  isFirst,
  ref,
}: ServiceCardProps) {
  const free = service.available_slots.find((day) => day.date === today)?.slots.length ?? 0
  const { next_slot: next } = service
  const nameId = `service-${service.id}`
  const linkId = `book-${service.id}`
  return (
    <li ref={ref}>
      <article className={styles.card} aria-labelledby={nameId}>
        {hasPicture && <ServicePicture service={service} sizes={SIZES} isEager={isFirst} />}
        <div className={styles.content}>
          <div className={styles.text}>
            <div className={styles.head}>
              {!hasPicture && <ServiceTile service={service} />}
              <Heading id={nameId} className={styles.name}>
                {service.name}
              </Heading>
            </div>
            {service.description && <p className={styles.description}>{service.description}</p>}
          </div>
          <ServiceFacts service={service} />
          <div className={styles.availability}>
            <p className={free > 0 ? `${styles.today} ${styles.free}` : styles.today}>
              <span className={styles.dot} aria-hidden="true" />
              <span>
                {free > 0 ? `Ci sono ancora ${free} slot disponibili oggi.` : 'Nessuno slot disponibile oggi.'}
              </span>
            </p>
            {free === 0 && next && (
              <p className={styles.next}>
                {`Prossimo posto: ${formatNextDay(next.date, today)}, ${toShortTime(next.hour)}`}
              </p>
            )}
          </div>
          <div className={styles.book}>
            {/* The accessible name includes the service, since every card has the same text. */}
            <ButtonLink
              id={linkId}
              href={paths.booking(service.id) + sourceQuery}
              target="_self"
              aria-labelledby={`${linkId} ${nameId}`}
              wide
            >
              Prenota ora
            </ButtonLink>
          </div>
        </div>
      </article>
    </li>
  )
}
