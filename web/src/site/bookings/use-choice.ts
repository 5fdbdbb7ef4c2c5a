import { CHOICE, type ChosenVisit, chosenVisitQuery, readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type RefObject, type SubmitEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { choiceNow, choiceOf } from './chosen-visit.ts'

type Places = Record<'slots' | 'form', RefObject<HTMLHeadingElement | null>>

/**
 * What somebody has chosen of a service, and how they choose: it stands in the address, which going back and forward follow.
 * `calendar` is whose slots the service has; none is anybody's.
 */
export function useChoice(
  service: OfferedService,
  lastDay: PlainDate,
  chosen: ChosenVisit | undefined,
  titles: Places,
  calendar?: number,
) {
  const [kept, setChoice] = useState(() => choiceOf(service, lastDay, chosen))
  const [shownCalendar, setShownCalendar] = useState(calendar)
  if (shownCalendar !== calendar) {
    // The days of somebody else have come: what was not chosen begins with their first free one.
    setShownCalendar(calendar)
    setChoice(choiceOf(service, lastDay, { ...kept, start: undefined, day: kept.chosenDay }))
  }

  useEffect(() => {
    const follow = () => setChoice(choiceOf(service, lastDay, readQuery(new URLSearchParams(location.search))))
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && follow()
    addEventListener('popstate', follow)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pageshow', onShow)
    }
  }, [service, lastDay])

  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement
    const chosen = readQuery(new FormData(event.currentTarget, button))
    // At once, so that what follows is there to go to.
    flushSync(() => setChoice(choiceOf(service, lastDay, chosen)))
    if (button.name === CHOICE.hour) showAndFocus(titles.form.current)
    else if (!button.checkVisibility()) showAndFocus(titles.slots.current, 'nearest')

    const address = new URLSearchParams(chosenVisitQuery(chosen ?? {})).toString().replaceAll('%3A', ':')
    if (button.name !== CHOICE.start && address !== location.search.slice(1))
      history.pushState(null, '', address ? `?${address}` : location.pathname)
  }

  return [choiceNow(kept, service, lastDay), choose] as const
}

const readQuery = (query: URLSearchParams | FormData) => readChosenVisit(Object.fromEntries(query))

export function showAndFocus(heading: HTMLElement | null, block: 'start' | 'nearest' = 'start') {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block })
}
