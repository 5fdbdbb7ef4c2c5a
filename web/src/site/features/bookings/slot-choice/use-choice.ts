import { CHOICE, type ChosenVisit, chosenVisitQuery, readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { choiceOf, currentChoice } from './chosen-visit.ts'

type UseChoiceOptions = {
  service: OfferedService
  lastDay: PlainDate
  /** The calendar whose slots `service` has; undefined for any. */
  calendar: number | undefined
  readForCalendar: (calendar: number | undefined) => Promise<void>
  /** The choice in the address of the page. */
  chosen: ChosenVisit | undefined
}

/** The visitor's choice. It is kept in the address and follows the browser's history. */
export function useChoice({ service, lastDay, calendar, readForCalendar, chosen }: UseChoiceOptions) {
  const [lastChoice, setChoice] = useState(() => choiceOf(service, lastDay, chosen))
  const [shownCalendar, setShownCalendar] = useState(calendar)
  if (shownCalendar !== calendar) {
    // The slots of another calendar have arrived: without a chosen day, its first free day is shown.
    setShownCalendar(calendar)
    setChoice(choiceOf(service, lastDay, { ...lastChoice, start: undefined, day: lastChoice.chosenDay }))
  }
  const choice = currentChoice(lastChoice, service, lastDay)
  const isLoadingCalendar = choice.calendar !== calendar
  const slotsTitle = useRef<HTMLHeadingElement>(null)
  const formTitle = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const update = () =>
      setChoice(choiceOf(service, lastDay, readChosenVisit(Object.fromEntries(new URLSearchParams(location.search)))))
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && update()
    addEventListener('popstate', update)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', update)
      removeEventListener('pageshow', onShow)
    }
  }, [service, lastDay])

  // Choosing the same calendar again retries a failed read.
  useEffect(() => {
    if (choice.calendar !== calendar) readForCalendar(choice.calendar)
  }, [choice, calendar, readForCalendar])

  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement
    const chosen = readChosenVisit(Object.fromEntries(new FormData(event.currentTarget, button)))
    // Rendered at once, so that the form can be focused.
    flushSync(() => setChoice(choiceOf(service, lastDay, chosen)))
    if (button.name === CHOICE.hour) showAndFocus(formTitle.current)
    else if (!button.checkVisibility()) showAndFocus(slotsTitle.current, 'nearest')

    const address = new URLSearchParams(chosenVisitQuery(chosen ?? {})).toString().replaceAll('%3A', ':')
    if (button.name !== CHOICE.start && address !== location.search.slice(1))
      history.pushState(null, '', address ? `?${address}` : location.pathname)
  }

  return {
    choice,
    /** Whether the slots of the chosen calendar are still loading. */
    isLoadingCalendar,
    choose,
    slotsTitle,
    formTitle,
    chooseAnotherSlot: () => showAndFocus(slotsTitle.current),
  }
}

function showAndFocus(heading: HTMLElement | null, block: 'start' | 'nearest' = 'start') {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: reducesMotion ? 'auto' : 'smooth', block })
}
