import { CHOICE, type ChosenVisit, chosenVisitQuery, readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { choiceNow, choiceOf } from './chosen-visit.ts'

type Offer = {
  service: OfferedService
  lastDay: PlainDate
  /** Whose slots those of the service are; undefined for anybody's. */
  calendar: number | undefined
  readForCalendar: (calendar: number | undefined) => Promise<void>
  /** What the address has chosen as the page was asked for. */
  chosen: ChosenVisit | undefined
}

/** What somebody has chosen of a service, and how they choose. It stands in the address, which going back and forward follow. */
export function useChoice({ service, lastDay, calendar, readForCalendar, chosen }: Offer) {
  const [kept, setChoice] = useState(() => choiceOf(service, lastDay, chosen))
  const [shownCalendar, setShownCalendar] = useState(calendar)
  if (shownCalendar !== calendar) {
    // The days of somebody else have come: what was not chosen begins with their first free one.
    setShownCalendar(calendar)
    setChoice(choiceOf(service, lastDay, { ...kept, start: undefined, day: kept.chosenDay }))
  }
  const choice = choiceNow(kept, service, lastDay)
  const isLoadingCalendar = choice.calendar !== calendar
  const slotsTitle = useRef<HTMLHeadingElement>(null)
  const formTitle = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const follow = () =>
      setChoice(choiceOf(service, lastDay, readChosenVisit(Object.fromEntries(new URLSearchParams(location.search)))))
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && follow()
    addEventListener('popstate', follow)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pageshow', onShow)
    }
  }, [service, lastDay])

  // Whoever presses again what did not come asks again.
  useEffect(() => {
    if (choice.calendar !== calendar) readForCalendar(choice.calendar)
  }, [choice, calendar, readForCalendar])

  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement
    const chosen = readChosenVisit(Object.fromEntries(new FormData(event.currentTarget, button)))
    // At once, so that the form is there to go to.
    flushSync(() => setChoice(choiceOf(service, lastDay, chosen)))
    if (button.name === CHOICE.hour) showAndFocus(formTitle.current)
    else if (!button.checkVisibility()) showAndFocus(slotsTitle.current, 'nearest')

    const address = new URLSearchParams(chosenVisitQuery(chosen ?? {})).toString().replaceAll('%3A', ':')
    if (button.name !== CHOICE.start && address !== location.search.slice(1))
      history.pushState(null, '', address ? `?${address}` : location.pathname)
  }

  return {
    choice,
    /** The slots of whom was chosen are still on their way. */
    isLoadingCalendar,
    choose,
    slotsTitle,
    formTitle,
    chooseAnotherSlot: () => showAndFocus(slotsTitle.current),
  }
}

function showAndFocus(heading: HTMLElement | null, block: 'start' | 'nearest' = 'start') {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block })
}
