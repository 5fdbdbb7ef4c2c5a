import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import { CHOICE, type ChosenVisit, readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../lib/api-client.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { storeBookedVisit } from '../../lib/session.ts'
import { ServiceFacts } from '../services/service-facts.tsx'
import { askedFor, bookOnce } from './book-once.ts'
import styles from './booking-flow.module.css'
import { BookingForm, type Person } from './booking-form.tsx'
import { choiceNow, choiceOf } from './chosen-visit.ts'
import { DayStrip } from './day-strip.tsx'
import { openingStart } from './day-window.ts'
import { EmptyDay } from './empty-day.tsx'
import { SlotPicker } from './slot-picker.tsx'
import type { Visit } from './use-service.ts'

type BookingFlowProps = {
  service: OfferedService
  /** `refused` is a slot that was not given. */
  readAgain: (refused?: Visit) => Promise<void>
  /** What the address has chosen as the page was asked for. */
  chosen?: ChosenVisit
  configuration: Configuration
}

/** Choose a day, then a slot, then say who comes. What is chosen stands in the address. */
export function BookingFlow({ service, readAgain, chosen, configuration }: BookingFlowProps) {
  const { id, today } = service
  const lastDay = lastBookableDay(today, configuration)
  const [kept, setChoice] = useState(() => choiceOf(service, lastDay, chosen))
  const choice = choiceNow(kept, service, lastDay)
  const { start, day, hour } = choice
  const [asked, setAsked] = useState<Visit[]>([])
  const slotsTitle = useRef<HTMLHeadingElement>(null)
  const formTitle = useRef<HTMLHeadingElement>(null)

  const slotsOf = (date: PlainDate) => service.available_slots.find((available) => available.date === date)?.slots ?? []
  const slots = slotsOf(day)
  // What was asked for without an answer may be taken by nobody else than us.
  const isOurs = asked.some(({ visit_day, visit_hour }) => visit_day === day && visit_hour === hour)
  const isLost = hour !== undefined && !slots.includes(hour) && !isOurs
  const [free, lost] = isLost ? [undefined, hour] : [hour, undefined]

  useEffect(() => {
    const follow = () => {
      setChoice(choiceOf(service, lastDay, readChosenVisit(Object.fromEntries(new URLSearchParams(location.search)))))
      setAsked(askedFor(id))
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && follow()
    addEventListener('popstate', follow)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pageshow', onShow)
    }
  }, [id, service, lastDay])

  useEffect(() => setAsked(askedFor(id)), [id])

  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement
    const query = new URLSearchParams([...new FormData(event.currentTarget, button)] as string[][])
    // At once, so that the form is there to go to.
    flushSync(() => setChoice(choiceOf(service, lastDay, readChosenVisit(Object.fromEntries(query)))))
    if (button.name === CHOICE.hour) showAndFocus(formTitle.current)
    else if (!button.isConnected) showAndFocus(slotsTitle.current)

    const address = `?${query.toString().replaceAll('%3A', ':')}`
    if (button.name !== CHOICE.start && address !== location.search) history.pushState(null, '', address)
  }

  const book = async (person: Person) => {
    if (!free) return
    const visit = { visit_day: day, visit_hour: free }
    try {
      const booking = bookOnce(id, { ...person, ...visit })
      setAsked(askedFor(id))
      storeBookedVisit(await booking)
    } catch (error) {
      setAsked(askedFor(id))
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        await readAgain(visit)
        showAndFocus(slotsTitle.current)
      }
      throw error
    }
    await readAgain()
    // Whoever comes back begins anew.
    history.replaceState(null, '', location.pathname)
    goTo(paths.thankYou)
  }

  return (
    <div className={styles.flow}>
      <aside className={styles.summary} aria-label="Riepilogo">
        <p className={styles.name}>{service.name}</p>
        <ServiceFacts service={service} />
        <dl className={styles.when}>
          <div>
            <dt>Giorno</dt>
            <dd>{formatDay(day)}</dd>
          </div>
          <div>
            <dt>Ora</dt>
            <dd>{free ? toShortTime(free) : 'Da scegliere'}</dd>
          </div>
        </dl>
      </aside>
      <div className={styles.panel}>
        <DayStrip
          choice={choice}
          today={today}
          lastDay={lastDay}
          freeSlots={(date) => slotsOf(date).length}
          onChoose={choose}
        />
        <SlotPicker
          day={day}
          slots={slots}
          selected={free}
          lost={lost}
          keeps={{ start: start === openingStart(today, day, lastDay) ? undefined : start, day }}
          onChoose={choose}
          title={slotsTitle}
        >
          <EmptyDay service={service} day={day} configuration={configuration} onChoose={choose} onFree={readAgain} />
        </SlotPicker>
        <BookingForm
          day={day}
          hour={free}
          lost={lost}
          onBook={book}
          onChooseAgain={() => showAndFocus(slotsTitle.current)}
          title={formTitle}
        />
      </div>
    </div>
  )
}

function showAndFocus(heading: HTMLElement | null) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}
