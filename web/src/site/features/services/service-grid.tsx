import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { Category } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { MouseEvent, Ref } from 'react'
import { paths } from '../../../lib/paths.ts'
import { countServices, groupByCategory } from './category-groups.ts'
import { ServiceCard } from './service-card.tsx'
import styles from './service-list.module.css'

/** The first cards decide the layout of all, so that later pages do not shift it. */
const showsPictures = (services: PublicService[]) => services.slice(0, 10).some(({ picture }) => picture)

/** From this number of services on, there are links to the categories. */
const MANY = 9

/** Cards in the first row on a wide screen. On the home page they are below the cover. */
const FIRST_ROW = 3

type ServiceGridProps = {
  services: PublicService[]
  today: PlainDate
  sourceQuery: string
  heading: 'h2' | 'h3'
  /** By default those of the grid. */
  shown?: PublicService[]
  isBelowCover?: boolean
  lastCard?: Ref<HTMLLIElement>
}

export function ServiceGrid({
  services,
  shown = services,
  isBelowCover = false,
  lastCard,
  ...props
}: ServiceGridProps) {
  if (services.length === 0) return <p className={styles.empty}>Ci dispiace ma non ci sono servizi disponibili.</p>
  return (
    <ul className={styles.grid}>
      {shown.map((service) => (
        <ServiceCard
          key={service.id}
          {...props}
          service={service}
          hasPicture={showsPictures(services)}
          isFirst={!isBelowCover && services.indexOf(service) < FIRST_ROW}
          ref={service === services.at(-1) ? lastCard : undefined}
        />
      ))}
    </ul>
  )
}

/** Handles a click in place of the browser, unless it opens another tab or window. */
export const handlePlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  act()
}

type CategorizedGridProps = Omit<ServiceGridProps, 'heading'> & {
  categories: Category[]
  hasLinks: boolean
  /** Loads the services of a category whose heading has this id, and goes there. */
  onWanted: (id: string) => void
}

/** The grid with headings of the categories. The links name all of them, also those whose services are not loaded. */
export function CategorizedGrid({ services, categories, hasLinks, onWanted, ...props }: CategorizedGridProps) {
  const groups = groupByCategory(services, categories)
  return (
    <>
      {hasLinks && countServices(categories) >= MANY && categories.length > 1 && (
        <nav aria-label="Categorie" className={styles.categories}>
          {groups.map(({ id, title, services: { length }, category: { after } }) => (
            <a
              key={id}
              href={length > 0 || !after ? `#${id}` : `${paths.servicesAfter(after)}#${id}`}
              target="_self"
              onClick={length > 0 ? undefined : handlePlainClick(() => onWanted(id))}
            >
              {title}
            </a>
          ))}
        </nav>
      )}
      {groups.map(
        ({ id, title, services: shown }) =>
          shown.length > 0 && (
            <section key={id} aria-labelledby={id} className={styles.group}>
              <h2 id={id} className={styles.category} tabIndex={-1}>
                {title}
              </h2>
              <ServiceGrid {...props} services={services} shown={shown} heading="h3" />
            </section>
          ),
      )}
    </>
  )
}
