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

/** Phones show a thumbnail beside the name, wider windows two or three cards in a row. */
const SIZES = '(min-width: 1120px) 352px, (min-width: 720px) 50vw, (min-width: 600px) 70vw, 56px'

type ServiceCardProps = {
  service: PublicService
  today: PlainDate
  heading: 'h2' | 'h3'
  /** Whether it stands among cards that have pictures. */
  hasPicture: boolean
  /** Whether it is among those that one sees at once. */
  isFirst: boolean
  ref?: Ref<HTMLLIElement>
}

export function ServiceCard({ service, today, heading: Heading, hasPicture, isFirst, ref }: ServiceCardProps) {
  const free = service.available_slots.find((day) => day.date === today)?.slots.length ?? 0
  const { next_slot: next } = service
  const nameId = `service-${service.id}`
  const linkId = `book-${service.id}`
  return (
    <li ref={ref}>
      <article className={styles.card} aria-labelledby={nameId}>
        {hasPicture && <ServicePicture service={service} sizes={SIZES} isAtOnce={isFirst} />}
        <div className={styles.content}>
          <div className={styles.words}>
            <div className={styles.head}>
              {!hasPicture && <ServiceTile service={service} />}
              <Heading id={nameId} className={styles.name}>
                {service.name}
              </Heading>
            </div>
            {service.description && <p className={styles.description}>{service.description}</p>}
          </div>
          <ServiceFacts service={service} />
          <div className={styles.places}>
            <p className={free > 0 ? `${styles.today} ${styles.free}` : styles.today}>
              <span className={styles.dot} aria-hidden="true" />
              {free > 0 ? `Ci sono ancora ${free} slot disponibili oggi.` : 'Nessuno slot disponibile oggi.'}
            </p>
            {free === 0 && next && (
              <p className={styles.next}>
                Prossimo posto: {formatNextDay(next.date, today)}, {toShortTime(next.hour)}
              </p>
            )}
          </div>
          <div className={styles.book}>
            {/* Named after its service too, since every card has the same words. */}
            <ButtonLink
              id={linkId}
              href={paths.booking(service.id)}
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
