import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { listPublicServices, type ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { appendPage, type Loaded } from '../../../lib/cursor-page.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { isCategorized } from './category-groups.ts'
import { CategorizedGrid, ServiceGrid } from './service-grid.tsx'
import styles from './service-list.module.css'

const PER_PAGE = 10
const MAX_PER_PAGE = 100

/** All services: the next page loads when the last card comes into view, or by the link that needs no script. */
export function ServiceList({ firstPage, ...props }: { firstPage: ServicePage; today: PlainDate }) {
  const { pages, isLoading, loadMore } = useServicePages(firstPage)
  const { items: services, lastId, hasMore } = pages
  const lastCard = useRef<HTMLLIElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every page has another last card to watch
  useEffect(() => {
    if (!hasMore || !lastCard.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) loadMore()
    })
    observer.observe(lastCard.current)
    return () => observer.disconnect()
  }, [services.length, hasMore])

  const loadHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    loadMore()
  }

  return (
    <div aria-busy={isLoading}>
      {isCategorized(firstPage) ? (
        <CategorizedGrid {...props} services={services} lastCard={lastCard} />
      ) : (
        <ServiceGrid {...props} services={services} heading="h2" lastCard={lastCard} />
      )}
      {hasMore && lastId !== null && (
        <p className={styles.more}>
          <ButtonLink look="quiet" href={paths.servicesAfter(lastId)} target="_self" onClick={loadHere}>
            {isLoading ? 'Caricamento…' : 'Carica altri'}
          </ButtonLink>
        </p>
      )}
      <VisuallyHidden aria-live="polite">
        {services.length > firstPage.services.length && `${services.length} servizi in elenco`}
      </VisuallyHidden>
    </div>
  )
}

const begun = ({ services: items, last_id: lastId, has_more: hasMore }: ServicePage): Loaded<PublicService> => ({
  items,
  lastId,
  hasMore,
})

/** As many as are wanted or there are, from the first page on. */
async function loadUpTo(wanted: number, firstPage: ServicePage) {
  let loaded = begun(firstPage)
  while (loaded.hasMore && loaded.items.length < wanted)
    loaded = await loadAfter(loaded, Math.min(wanted - loaded.items.length, MAX_PER_PAGE))
  return loaded
}

async function loadAfter(loaded: Loaded<PublicService>, per_page: number) {
  const { services: items, ...tail } = await api(listPublicServices, { query: { per_page, last_id: loaded.lastId } })
  return appendPage(loaded, { items, ...tail })
}

/** The pages so far. When the first one is read again, so are those that follow it. */
function useServicePages(firstPage: ServicePage) {
  const [pages, setPages] = useState(() => begun(firstPage))
  const [isLoading, setIsLoading] = useState(false)
  const isAsking = useRef(false)
  const first = useRef(firstPage)
  /** As many as there are before they are shown. */
  const loaded = useRef(pages.items.length)

  async function load(read: () => Promise<Loaded<PublicService>>, failed: (error: unknown) => void) {
    if (isAsking.current) return
    isAsking.current = true
    setIsLoading(true)
    try {
      const known = await read()
      loaded.current = known.items.length
      setPages(known)
    } catch (error) {
      failed(error)
    }
    isAsking.current = false
    setIsLoading(false)
  }

  const loadAgain = useEffectEvent((wanted: number) =>
    load(
      () => loadUpTo(wanted, firstPage),
      () => {},
    ),
  )

  useEffect(() => {
    if (first.current === firstPage || isLoading) return
    first.current = firstPage
    loadAgain(loaded.current)
  }, [firstPage, isLoading])

  useScrollRestoration(pages.items.length, loadAgain)

  return { pages, isLoading, loadMore: () => load(() => loadAfter(pages, PER_PAGE), reportFailure) }
}

type Place = { shown: number; top: number }

/** Whoever goes back finds the place they left, also where the browser has not kept the page itself. */
function useScrollRestoration(shown: number, loadUpTo: (wanted: number) => Promise<void>) {
  const latest = useRef(shown)
  latest.current = shown

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page is come to and left
  useEffect(() => {
    const { place } = (history.state ?? {}) as { place?: Place }
    if (place && place.shown > shown) loadUpTo(place.shown).then(() => setTimeout(() => scrollTo(0, place.top)))

    const keep = () => history.replaceState({ place: { shown: latest.current, top: scrollY } satisfies Place }, '')
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [])
}
