import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Ref } from 'react'
import { groupByCategory } from './category-groups.ts'
import { ServiceCard } from './service-card.tsx'
import styles from './service-list.module.css'

/** What the first cards decide for all: those that load later must not move them. */
const decisive = (services: PublicService[]) => services.slice(0, 10)
const showsPictures = (services: PublicService[]) => decisive(services).some(({ picture }) => picture)

/** From so many services on one wants to jump. */
const MANY = 9

/** How many cards of the list stand in the first row of a wide window; on the home page the cover comes first. */
const FIRST_ROW = 3

type ServiceGridProps = {
  services: PublicService[]
  today: PlainDate
  heading: 'h2' | 'h3'
  lastCard?: Ref<HTMLLIElement>
}

export function ServiceGrid({ services, heading, lastCard, ...props }: ServiceGridProps) {
  if (services.length === 0) return <p className={styles.empty}>Ci dispiace ma non ci sono servizi disponibili.</p>
  const hasPicture = showsPictures(services)
  return (
    <ul className={styles.grid}>
      {services.map((service, i) => (
        <ServiceCard
          key={service.id}
          {...props}
          heading={heading}
          service={service}
          hasPicture={hasPicture}
          isFirst={heading === 'h2' && i < FIRST_ROW}
          ref={i === services.length - 1 ? lastCard : undefined}
        />
      ))}
    </ul>
  )
}

/** The same under the headings of their categories, which follow each other as the services do. */
export function CategorizedGrid({ services, lastCard, ...props }: Omit<ServiceGridProps, 'heading'>) {
  const runs = groupByCategory(services)
  const hasPicture = showsPictures(services)
  return (
    <>
      {services.length >= MANY && groupByCategory(decisive(services)).length > 1 && (
        <nav aria-label="Categorie" className={styles.categories}>
          {runs.map(({ id, title }) => (
            <a key={id} href={`#${id}`} target="_self">
              {title}
            </a>
          ))}
        </nav>
      )}
      {runs.map(({ id, title, services: ofRun }) => (
        <section key={id} aria-labelledby={id} className={styles.run}>
          <h2 id={id} className={styles.category} tabIndex={-1}>
            {title}
          </h2>
          <ul className={styles.grid}>
            {ofRun.map((service) => (
              <ServiceCard
                key={service.id}
                {...props}
                service={service}
                heading="h3"
                hasPicture={hasPicture}
                isFirst={services.indexOf(service) < FIRST_ROW}
                ref={service === services.at(-1) ? lastCard : undefined}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
