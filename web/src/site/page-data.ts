import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { useEffect, useState } from 'react'
import { goTo, paths } from '../lib/paths.ts'
import { flagDomain } from '../lib/session.ts'

/** How often it is looked whether the day is over, milliseconds. */
const CHECK_INTERVAL = 30_000
const TIMEOUT = 10_000

/** When a waiting-list offer that the page shows has ended, epoch milliseconds; never without one. */
const offerEndOf = ({ waiting }: PageData) =>
  waiting?.offer ? Date.now() + (waiting.offer.seconds_left + 1) * 1000 : Infinity

/** Any text that changes with the date in a zone. */
const dayIn = (timeZone: string) => new Date().toLocaleDateString('it', { timeZone })

/**
 * Data of the page. Where that is services, somebody's visit or an offer of the waiting list, it is read again whenever the page is seen again, and once
 * the day of the business, or the offer, is over.
 */
export function usePageData(given: PageData): PageData {
  const [data, setData] = useState(given)

  useEffect(() => {
    const timeZone = (given.services || given.visit || given.waiting) && given.configuration?.time_zone
    if (!timeZone) return
    let day = dayIn(timeZone)
    let offerEnd = offerEndOf(given)

    const readAgain = async () => {
      if (document.visibilityState === 'hidden') return
      day = dayIn(timeZone)
      // Without an answer what is shown stays: nobody has asked for anything.
      const read = await readPage().catch(() => undefined)
      // Forms that were begun stay what they were.
      if (!read) return
      offerEnd = offerEndOf(read)
      setData({ ...read, booking: given.booking, contact: given.contact })
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && readAgain()
    const looking = setInterval(() => (day !== dayIn(timeZone) || Date.now() > offerEnd) && readAgain(), CHECK_INTERVAL)
    const ending = Number.isFinite(offerEnd) ? setTimeout(readAgain, offerEnd - Date.now()) : undefined
    document.addEventListener('visibilitychange', readAgain)
    addEventListener('pageshow', onShow)
    return () => {
      clearInterval(looking)
      clearTimeout(ending)
      document.removeEventListener('visibilitychange', readAgain)
      removeEventListener('pageshow', onShow)
    }
  }, [given])

  useEffect(noteReturn, [])
  return data
}

/** This very page as the server shows it now; leaves for /invalid-domain when it no longer does. */
async function readPage(): Promise<PageData | undefined> {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(TIMEOUT) })
  if (answer.status === 403) {
    flagDomain(true)
    goTo(paths.invalidDomain)
  }
  // What it was about is there no longer: the page itself says so.
  if (answer.status === 404) location.reload()
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // The address shows another page by now: an offer has ended, or a visit can no longer be moved.
  if (pageIn(page) !== pageIn(document)) {
    location.reload()
    return
  }
  return JSON.parse(page.getElementById('page-data')!.textContent)
}

const pageIn = (shown: Document) => shown.getElementById('root')?.dataset.page

/** A page out of the browser's store, which asked nobody for it, is as old as one that was kept alive. */
function noteReturn() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.transferSize === 0) dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}
