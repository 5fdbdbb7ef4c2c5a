import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { listPublicServices, type ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { appendPage, type Loaded } from '../../../lib/cursor-page.ts'
import { paths } from '../../../lib/paths.ts'
import { searchText } from '../../../lib/search-text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { reportFailure } from '../../../ui/report-failure.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { ReadFailure } from '../../ui/read-failure.tsx'
import { countServices, isCategorized } from './category-groups.ts'
import { CategorizedGrid, handlePlainClick, ServiceGrid } from './service-grid.tsx'
import styles from './service-list.module.css'

const PER_PAGE = 10
const MAX_PER_PAGE = 100

/** From this number of services on, the list can be searched. */
const MANY = 20

/** The services that have every word of a search in their texts. */
function findServices(services: PublicService[], search: string) {
  const words = searchText(search).split(/\s+/)
  return services.filter(({ name, description, category }) => {
    const text = searchText(`${name} ${description} ${category}`)
    return words.every((word) => text.includes(word))
  })
}

type ServiceListProps = { firstPage: ServicePage; today: PlainDate; sourceQuery: string }

/** All services. The next page loads when the last card becomes visible, or by a link that works without scripts. */
export function ServiceList({ firstPage, ...props }: ServiceListProps) {
  const { pages, isLoading, hasFailed, loadMore, loadAll } = useServicePages(firstPage)
  const { items, lastId, hasMore } = pages
  const { categories } = firstPage
  const [search, setSearch] = useState('')
  /** The heading of a category that the visitor wants to see, until its services are loaded. */
  const [wantedId, setWantedId] = useState<string>()
  const services = search ? findServices(items, search) : items
  const lastCard = useRef<HTMLLIElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the last card changes with every page
  useEffect(() => {
    if (!hasMore || !lastCard.current) return
    // Cards above the window count too, since a fling to the end of the page passes them between two frames.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) loadMore()
      },
      { rootMargin: '1000000px 0px 0px' },
    )
    observer.observe(lastCard.current)
    return () => observer.disconnect()
  }, [services.length, hasMore])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change with every rendering
  useEffect(() => {
    if (hasMore && (search || wantedId) && !isLoading && !hasFailed) loadAll()
    if (hasMore || !wantedId) return
    setWantedId(undefined)
    location.hash = wantedId
  }, [search, wantedId, hasMore, isLoading, hasFailed])

  return (
    <div aria-busy={isLoading}>
      {countServices(categories) >= MANY && (
        <label className={styles.search}>
          <span>Cerca un servizio</span>
          <input
            type="search"
            className={fieldStyles.input}
            autoComplete="off"
            enterKeyHint="search"
            onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
          />
        </label>
      )}
      {search && services.length === 0 ? (
        !isLoading && <p className={styles.empty}>Nessun servizio trovato.</p>
      ) : isCategorized(categories) ? (
        <CategorizedGrid
          {...props}
          services={services}
          categories={categories}
          hasLinks={!search}
          onWanted={setWantedId}
          lastCard={lastCard}
        />
      ) : (
        <ServiceGrid {...props} services={services} heading="h2" lastCard={lastCard} />
      )}
      <ReadFailure
        text={hasFailed ? 'Non siamo riusciti a caricare gli altri servizi.' : undefined}
        onRetry={loadMore}
      />
      {hasMore && lastId !== null && !hasFailed && (
        <p className={styles.more}>
          <ButtonLink
            look="quiet"
            href={paths.servicesAfter(lastId) + props.sourceQuery.replace('?', '&')}
            target="_self"
            onClick={handlePlainClick(loadMore)}
          >
            {isLoading ? 'Caricamento…' : 'Carica altri'}
          </ButtonLink>
        </p>
      )}
      <VisuallyHidden aria-live="polite">
        {search
          ? `Servizi trovati: ${services.length}`
          : services.length > firstPage.services.length && `${services.length} servizi in elenco`}
      </VisuallyHidden>
    </div>
  )
}

const loadedFrom = ({ services: items, last_id: lastId, has_more: hasMore }: ServicePage): Loaded<PublicService> => ({
  items,
  lastId,
  hasMore,
})

/** Loads `count` services, or all if there are fewer. */
async function loadUpTo(count: number, firstPage: ServicePage) {
  let loaded = loadedFrom(firstPage)
  while (loaded.hasMore && loaded.items.length < count)
    loaded = await loadAfter(loaded, Math.min(count - loaded.items.length, MAX_PER_PAGE))
  return loaded
}

async function loadAfter(loaded: Loaded<PublicService>, per_page: number) {
  const { services: items, ...tail } = await api(listPublicServices, { query: { per_page, last_id: loaded.lastId } })
  return appendPage(loaded, { items, ...tail })
}

/** The loaded pages. They are all reloaded when the first page is refreshed. */
function useServicePages(firstPage: ServicePage) {
  const [pages, setPages] = useState(() => loadedFrom(firstPage))
  const [isLoading, setIsLoading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const isRequesting = useRef(false)
  const first = useRef(firstPage)
  /** Number of loaded services, also before they are rendered. */
  const loaded = useRef(pages.items.length)

  async function load(read: () => Promise<Loaded<PublicService>>, onFailure: (error: unknown) => void) {
    if (isRequesting.current) return
    isRequesting.current = true
    setIsLoading(true)
    setHasFailed(false)
    try {
      const loadedPages = await read()
      loaded.current = loadedPages.items.length
      setPages(loadedPages)
    } catch (error) {
      onFailure(error)
    }
    isRequesting.current = false
    setIsLoading(false)
  }

  const loadAgain = useEffectEvent((count: number) =>
    load(
      () => loadUpTo(count, firstPage),
      () => {},
    ),
  )

  useEffect(() => {
    if (first.current === firstPage || isLoading) return
    first.current = firstPage
    loadAgain(loaded.current)
  }, [firstPage, isLoading])

  useScrollRestoration(pages.items.length, loadAgain)

  const onFailure = (error: unknown) => {
    setHasFailed(true)
    reportFailure(error)
  }

  return {
    pages,
    isLoading,
    hasFailed,
    loadMore: () => load(() => loadAfter(pages, PER_PAGE), onFailure),
    loadAll: () => load(() => loadUpTo(Infinity, firstPage), onFailure),
  }
}

type ScrollPosition = { shown: number; top: number }

/** Restores the scroll position after going back, even if the page was not in the back/forward cache. */
function useScrollRestoration(shownCount: number, loadUpTo: (count: number) => Promise<void>) {
  const latest = useRef(shownCount)
  latest.current = shownCount

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per visit of the page
  useEffect(() => {
    const { scroll } = (history.state ?? {}) as { scroll?: ScrollPosition }
    if (scroll && scroll.shown > shownCount)
      loadUpTo(scroll.shown).then(() => setTimeout(() => scrollTo(0, scroll.top)))

    const store = () =>
      history.replaceState({ scroll: { shown: latest.current, top: scrollY } satisfies ScrollPosition }, '')
    addEventListener('pagehide', store)
    return () => removeEventListener('pagehide', store)
  }, [])
}
