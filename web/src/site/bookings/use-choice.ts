import { CHOICE, type ChosenVisit, readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type RefObject, type SubmitEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { choiceNow, choiceOf } from './chosen-visit.ts'

type Places = Record<'slots' | 'form', RefObject<HTMLHeadingElement | null>>

/** What somebody has chosen of a service, and how they choose: it stands in the address, which going back and forward follow. */
export function useChoice(
  service: OfferedService,
  lastDay: PlainDate,
  chosen: ChosenVisit | undefined,
  titles: Places,
) {
  const [kept, setChoice] = useState(() => choiceOf(service, lastDay, chosen))

  useEffect(() => {
    const follow = () => setChoice(choiceOf(service, lastDay, readQuery(location.search)))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [service, lastDay])

  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement
    const query = new URLSearchParams([...new FormData(event.currentTarget, button)] as string[][])
    // At once, so that what follows is there to go to.
    flushSync(() => setChoice(choiceOf(service, lastDay, readQuery(query))))
    if (button.name === CHOICE.hour) showAndFocus(titles.form.current)
    else if (!button.isConnected) showAndFocus(titles.slots.current)

    const address = `?${query.toString().replaceAll('%3A', ':')}`
    if (button.name !== CHOICE.start && address !== location.search) history.pushState(null, '', address)
  }

  return [choiceNow(kept, service, lastDay), choose] as const
}

const readQuery = (query: string | URLSearchParams) => readChosenVisit(Object.fromEntries(new URLSearchParams(query)))

export function showAndFocus(heading: HTMLElement | null) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}
