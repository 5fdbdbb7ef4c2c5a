import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { BegunBooking } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useEffect, useState } from 'react'
import { goTo, paths } from '../../../lib/paths.ts'
import { storeBookedVisit } from '../../../lib/session.ts'
import { ServiceFacts } from '../services/service-facts.tsx'
import { askedFor, bookOnce, isSlotLost } from './book-once.ts'
import styles from './booking-flow.module.css'
import { BookingForm, type Person } from './booking-form.tsx'
import { ANYBODY_CHOSEN } from './calendar-choice.tsx'
import { slotsOn } from './chosen-visit.ts'
import { useChoice } from './use-choice.ts'
import type { Visit } from './use-service.ts'
import { VisitChoice } from './visit-choice.tsx'

type BookingFlowProps = {
  service: OfferedService
  /** Whose slots those of the service are; undefined for anybody's. */
  calendar: number | undefined
  readOf: (calendar: number | undefined) => Promise<void>
  /** `refused` is a slot that was not given. */
  readAgain: (refused?: Visit) => Promise<void>
  /** What the address has chosen as the page was asked for. */
  chosen?: ChosenVisit
  /** What its form begins with. */
  begun?: BegunBooking
  configuration: Configuration
}

/** Choose a day, then a slot, then say who comes. What is chosen stands in the address. */
export function BookingFlow({ service, calendar, readOf, readAgain, chosen, begun, configuration }: BookingFlowProps) {
  const { id, today } = service
  const lastDay = lastBookableDay(today, configuration)
  const { choice, isOfAnother, choose, slotsTitle, formTitle, chooseAgain } = useChoice({
    service,
    lastDay,
    calendar,
    readOf,
    chosen,
  })
  const { day, hour } = choice
  const chosenCalendar = service.calendars.find(({ id }) => id === choice.calendar)
  const [asked, setAsked] = useState<Visit[]>([])

  // What was asked for without an answer may be taken by nobody else than us.
  const isOurs = asked.some(
    ({ visit_day, visit_hour, calendar_id }) =>
      visit_day === day && visit_hour === hour && calendar_id === choice.calendar,
  )
  const isLost = hour !== undefined && !slotsOn(service, day).includes(hour) && !isOurs && !isOfAnother
  const [free, lost] = isLost ? [undefined, hour] : [hour, undefined]

  useEffect(() => {
    const remember = () => setAsked(askedFor(id))
    remember()
    addEventListener('popstate', remember)
    addEventListener('pageshow', remember)
    return () => {
      removeEventListener('popstate', remember)
      removeEventListener('pageshow', remember)
    }
  }, [id])

  const book = async (person: Person) => {
    if (!free) return
    const visit = { visit_day: day, visit_hour: free, calendar_id: choice.calendar }
    try {
      const booking = bookOnce(id, { ...person, ...visit }, begun?.key)
      setAsked(askedFor(id))
      storeBookedVisit(await booking)
    } catch (error) {
      setAsked(askedFor(id))
      if (isSlotLost(error)) {
        await readAgain(visit)
        chooseAgain()
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
        <div className={styles.facts}>
          <ServiceFacts service={service} />
        </div>
        <dl className={styles.when}>
          {service.calendars.length > 0 && (
            <div>
              <dt>Con</dt>
              <dd>{chosenCalendar?.name ?? ANYBODY_CHOSEN}</dd>
            </div>
          )}
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
        <VisitChoice
          service={service}
          choice={choice}
          isOfAnother={isOfAnother}
          lastDay={lastDay}
          free={free}
          lost={lost}
          configuration={configuration}
          onChoose={choose}
          onFree={readAgain}
          title={slotsTitle}
        />
        <BookingForm
          day={day}
          hour={free}
          lost={lost}
          calendar={chosenCalendar}
          begun={begun}
          start={choice.start}
          allowsNotes={service.allow_patient_notes}
          onBook={book}
          onChooseAgain={chooseAgain}
          title={formTitle}
        />
      </div>
    </div>
  )
}
