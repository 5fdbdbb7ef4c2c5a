import { CHOICE, type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { readChosenVisit } from '@prenoto/core/bookings/read-chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Wish } from '../use-service.ts'
import { currentChoice, isSameWish, readChoice } from './chosen-visit.ts'

type UseChoiceOptions = {
  service: OfferedService
  lastDay: PlainDate
  /** The wish whose slots `service` has. */
  wish: Wish
  readFor: (wish: Wish) => Promise<void>
  /** The choice in the address of the page. */
  chosen: ChosenVisit | undefined
}

/** The visitor's choice. It is kept in the address and follows the browser's history. */
export function useChoice({ service, lastDay, wish, readFor, chosen }: UseChoiceOptions) {
  const [lastChoice, setChoice] = useState(() => readChoice(service, lastDay, chosen))
  const [shownWish, setShown] = useState(wish)
  if (!isSameWish(shownWish, wish)) {
    // The slots of another wish have arrived: without a chosen day, its first free day is shown.
    setShown(wish)
    setChoice(readChoice(service, lastDay, { ...lastChoice, start: undefined, day: lastChoice.chosenDay }))
  }
  const choice = currentChoice(lastChoice, service, lastDay)
  const isLoading = !isSameWish(choice, wish)
  const slotsTitle = useRef<HTMLHeadingElement>(null)
  const formTitle = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const update = () =>
      setChoice(readChoice(service, lastDay, readChosenVisit(Object.fromEntries(new URLSearchParams(location.search)))))
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && update()
    addEventListener('popstate', update)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', update)
      removeEventListener('pageshow', onShow)
    }
  }, [service, lastDay])

  // Choosing the same again retries a failed read.
  useEffect(() => {
    if (!isSameWish(choice, wish)) readFor(choice)
  }, [choice, wish, readFor])

  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement
    const chosen = readChosenVisit(Object.fromEntries(new FormData(event.currentTarget, button)))
    // Rendered at once, so that the form can be focused.
    flushSync(() => setChoice(readChoice(service, lastDay, chosen)))
    if (button.name === CHOICE.hour) showAndFocus(formTitle.current)
    else if (!button.checkVisibility()) showAndFocus(slotsTitle.current, 'nearest')

    const address = new URLSearchParams(chosenVisitQuery(chosen ?? {}))
      .toString()
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
    if (address === location.search.slice(1)) return
    const url = address ? `?${address}` : location.pathname
    if (button.name !== CHOICE.start) history.pushState(null, '', url)
    // A reload shows the day that has replaced one outside the strip.
    else if (chosen?.day !== choice.day) history.replaceState(null, '', url)
  }

  return {
    choice,
    /** Whether the slots of the chosen services and calendar are still loading. */
    isLoading,
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
