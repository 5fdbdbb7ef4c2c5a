import { listPublicServices, type ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { appendPage } from '../../lib/cursor-page.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/report-failure.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { ServiceGrid } from './service-grid.tsx'
import styles from './service-list.module.css'

const PER_PAGE = 10

/** All services: the next page loads when the last card comes into view, or by the link that needs no script. */
export function ServiceList({ firstPage, today }: { firstPage: ServicePage; today: PlainDate }) {
  const { services, lastId, hasMore, isLoading, loadMore } = useServicePages(firstPage)
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
      <ServiceGrid services={services} today={today} heading="h2" lastCard={lastCard} />
      {hasMore && lastId !== null && (
        <p className={styles.more}>
          <ButtonLink look="quiet" href={paths.servicesAfter(lastId)} onClick={loadHere}>
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

function useServicePages(firstPage: ServicePage) {
  const [pages, setPages] = useState({
    items: firstPage.services,
    lastId: firstPage.last_id,
    hasMore: firstPage.has_more,
  })
  const [isLoading, setIsLoading] = useState(false)
  const isAsking = useRef(false)

  async function loadMore() {
    if (isAsking.current) return
    isAsking.current = true
    setIsLoading(true)
    try {
      const { services: items, ...tail } = await api(listPublicServices, {
        query: { per_page: PER_PAGE, last_id: pages.lastId },
      })
      setPages((loaded) => appendPage(loaded, { items, ...tail }))
    } catch (error) {
      reportFailure(error)
    }
    isAsking.current = false
    setIsLoading(false)
  }

  return { services: pages.items, lastId: pages.lastId, hasMore: pages.hasMore, isLoading, loadMore }
}
