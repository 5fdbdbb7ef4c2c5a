import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { useEffect, useState } from 'react'
import { goTo, paths } from '../lib/paths.ts'
import { flagDomain } from '../lib/session.ts'

/** How often the page checks whether its data have expired, milliseconds. */
const CHECK_INTERVAL = 30_000
const TIMEOUT = 10_000

/** End of the shown waiting-list offer, epoch milliseconds; infinite without one. */
const getOfferEnd = ({ waiting }: PageData) =>
  waiting?.offer ? Date.now() + (waiting.offer.seconds_left + 1) * 1000 : Infinity

/** A text that identifies the current date in a time zone. */
const dayIn = (timeZone: string) => new Date().toLocaleDateString('it', { timeZone })

/**
 * Data of the page. Services, a visit and a waiting-list offer are refreshed when the page becomes visible again, at
 * midnight in the time zone of the business, and when the offer ends.
 */
export function usePageData(initialData: PageData): PageData {
  const [data, setData] = useState(initialData)

  useEffect(() => {
    const timeZone =
      (initialData.services || initialData.visit || initialData.waiting) && initialData.configuration?.time_zone
    if (!timeZone) return
    let day = dayIn(timeZone)
    let offerEnd = getOfferEnd(initialData)

    const refresh = async () => {
      if (document.visibilityState === 'hidden') return
      day = dayIn(timeZone)
      // A failed refresh keeps the shown data.
      const read = await readPage().catch(() => undefined)
      if (!read) return
      offerEnd = getOfferEnd(read)
      // The forms keep their initial state.
      setData({ ...read, booking: initialData.booking, contact: initialData.contact })
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && refresh()
    const interval = setInterval(() => (day !== dayIn(timeZone) || Date.now() > offerEnd) && refresh(), CHECK_INTERVAL)
    const ending = Number.isFinite(offerEnd) ? setTimeout(refresh, offerEnd - Date.now()) : undefined
    document.addEventListener('visibilitychange', refresh)
    addEventListener('pageshow', onShow)
    return () => {
      clearInterval(interval)
      clearTimeout(ending)
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('pageshow', onShow)
    }
  }, [initialData])

  useEffect(reportRestoredPage, [])
  return data
}

/** Reads the data of this page from the server. Navigates to /invalid-domain on 403. */
async function readPage(): Promise<PageData | undefined> {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(TIMEOUT) })
  if (answer.status === 403) {
    flagDomain(true)
    goTo(paths.invalidDomain)
  }
  // The shown item no longer exists: the reloaded page says so.
  if (answer.status === 404) location.reload()
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // The address now shows another page: the offer has ended, or the visit can no longer be rescheduled.
  if (pageIn(page) !== pageIn(document)) {
    location.reload()
    return
  }
  return JSON.parse(page.getElementById('page-data')!.textContent)
}

const pageIn = (page: Document) => page.getElementById('root')?.dataset.page

/** Treats a page from the HTTP cache as one from the back/forward cache, since its data are as old. */
function reportRestoredPage() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.transferSize === 0) dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}
