import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Ref } from 'react'
import { groupByCategory } from './category-groups.ts'
import { ServiceCard } from './service-card.tsx'
import styles from './service-list.module.css'

/** The first cards decide the layout of all, so that later pages do not shift it. */
const firstCards = (services: PublicService[]) => services.slice(0, 10)
const showsPictures = (services: PublicService[]) => firstCards(services).some(({ picture }) => picture)

/** From this number of services on, there are links to the categories. */
const MANY = 9

/** Cards in the first row on a wide screen. On the home page they are below the cover. */
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

/** The grid with category headings, in the order of the services. */
export function CategorizedGrid({ services, lastCard, ...props }: Omit<ServiceGridProps, 'heading'>) {
  const groups = groupByCategory(services)
  const hasPicture = showsPictures(services)
  return (
    <>
      {services.length >= MANY && groupByCategory(firstCards(services)).length > 1 && (
        <nav aria-label="Categorie" className={styles.categories}>
          {groups.map(({ id, title }) => (
            <a key={id} href={`#${id}`} target="_self">
              {title}
            </a>
          ))}
        </nav>
      )}
      {groups.map(({ id, title, services: ofGroup }) => (
        <section key={id} aria-labelledby={id} className={styles.group}>
          <h2 id={id} className={styles.category} tabIndex={-1}>
            {title}
          </h2>
          <ul className={styles.grid}>
            {ofGroup.map((service) => (
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
