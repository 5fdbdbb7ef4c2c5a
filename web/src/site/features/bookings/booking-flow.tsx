import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { BegunBooking } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useEffect, useState } from 'react'
import { goTo, paths } from '../../../lib/paths.ts'
import { BusinessFacts, PLACE_AND_PHONE } from '../configuration/business-facts.tsx'
import { ServiceFacts } from '../services/service-facts.tsx'
import { bookWithRetry, isSlotTaken, unansweredRequests } from './book-with-retry.ts'
import { BookingForm, type Person } from './booking-form.tsx'
import styles from './bookings.module.css'
import { cancellationTerms } from './change-deadline.ts'
import { ServicesChoice } from './services-choice/services-choice.tsx'
import { ANY_CALENDAR_LABEL } from './slot-choice/calendar-choice.tsx'
import { KeptChoice } from './slot-choice/choice-form.tsx'
import { slotsOn } from './slot-choice/chosen-visit.ts'
import { useChoice } from './slot-choice/use-choice.ts'
import { VisitChoice } from './slot-choice/visit-choice.tsx'
import { storeBookedVisit } from './stored-visit.ts'
import type { Visit, Wish } from './use-service.ts'

type BookingFlowProps = {
  service: OfferedService
  /** The wish whose slots `service` has. */
  wish: Wish
  /** Whether the slots of the last wish could not be read. */
  hasFailed: boolean
  readFor: (wish: Wish) => Promise<void>
  /** `refused` is a slot that the server has just refused. */
  refresh: (refused?: Visit) => Promise<void>
  /** The choice in the address of the page. */
  chosen?: ChosenVisit
  /** Initial state of the form. */
  begun?: BegunBooking
  textConsent?: string
  configuration: Configuration
}

/** Choose a day and a slot, then enter the personal data. The choice is kept in the address. */
export function BookingFlow({
  service,
  wish,
  hasFailed,
  readFor,
  refresh,
  chosen,
  begun,
  textConsent,
  configuration,
}: BookingFlowProps) {
  const { id, today } = service
  const lastDay = lastBookableDay(today, configuration)
  const { choice, isLoading, choose, slotsTitle, formTitle, chooseAnotherSlot } = useChoice({
    service,
    lastDay,
    wish,
    readFor,
    chosen,
  })
  const { day, hour, variant, also, source } = choice
  const keptChoice = { variant, also, source }
  const chosenCalendar = service.calendars.find(({ id }) => id === choice.calendar)
  const [unanswered, setUnanswered] = useState<Visit[]>([])

  // A slot that is no longer free may have been booked by this visitor's own unanswered request.
  const isOwn = unanswered.some(
    ({ visit_day, visit_hour, calendar_id }) =>
      visit_day === day && visit_hour === hour && calendar_id === choice.calendar,
  )
  const isTaken = hour !== undefined && !slotsOn(service, day).includes(hour) && !isOwn && !isLoading
  const [free, taken] = isTaken ? [undefined, hour] : [hour, undefined]

  useEffect(() => {
    const update = () => setUnanswered(unansweredRequests(id))
    update()
    addEventListener('popstate', update)
    addEventListener('pageshow', update)
    return () => {
      removeEventListener('popstate', update)
      removeEventListener('pageshow', update)
    }
  }, [id])

  const book = async (person: Person) => {
    if (!free) return
    const visit = { visit_day: day, visit_hour: free, calendar_id: choice.calendar }
    try {
      const services = { variant_id: variant, also, source }
      const booking = bookWithRetry(id, { ...person, ...visit, ...services }, begun?.key)
      setUnanswered(unansweredRequests(id))
      storeBookedVisit(await booking)
    } catch (error) {
      setUnanswered(unansweredRequests(id))
      if (isSlotTaken(error)) {
        await refresh(visit)
        chooseAnotherSlot()
      }
      throw error
    }
    await refresh()
    // A visitor who comes back starts a new booking.
    history.replaceState(null, '', location.pathname)
    goTo(paths.thankYou)
  }

  return (
    <div className={styles.flow}>
      <aside className={styles.aside} aria-label="Riepilogo">
        <div className={styles.summary}>
          <p className={service.services.length > 1 ? `${styles.name} ${styles.several}` : styles.name}>
            {service.services.map(({ name }) => name).join(' + ')}
          </p>
          <div className={styles.facts}>
            <ServiceFacts service={service} />
          </div>
          <dl className={styles.when}>
            {service.calendars.length > 0 && (
              <div>
                <dt>Con</dt>
                <dd key={choice.calendar} translate={chosenCalendar ? 'no' : undefined}>
                  {chosenCalendar?.name ?? ANY_CALENDAR_LABEL}
                </dd>
              </div>
            )}
            <div>
              <dt>Giorno</dt>
              <dd translate="no">{formatDay(day)}</dd>
            </div>
            <div>
              <dt>Ora</dt>
              {free ? <dd translate="no">{toShortTime(free)}</dd> : <dd>Da scegliere</dd>}
            </div>
          </dl>
        </div>
        <div className={styles.business}>
          {free && <p>{cancellationTerms({ visit_day: day, visit_hour: free }, configuration, Date.now())}</p>}
          <BusinessFacts configuration={configuration} today={today} contacts={PLACE_AND_PHONE} />
        </div>
      </aside>
      <div className={styles.panel}>
        <KeptChoice value={keptChoice}>
          <ServicesChoice
            service={service}
            choice={choice}
            most={configuration.app_services_per_visit}
            onChoose={choose}
          />
          <VisitChoice
            service={service}
            choice={choice}
            isLoading={isLoading}
            hasFailed={hasFailed}
            onRetry={() => readFor(choice)}
            lastDay={lastDay}
            free={free}
            taken={taken}
            configuration={configuration}
            onChoose={choose}
            onFree={refresh}
            title={slotsTitle}
          />
        </KeptChoice>
        <BookingForm
          service={service}
          configuration={configuration}
          day={day}
          hour={free}
          taken={taken}
          calendar={chosenCalendar}
          begun={begun}
          start={choice.start}
          keptChoice={keptChoice}
          textConsent={textConsent}
          onBook={book}
          onChooseAnotherSlot={chooseAnotherSlot}
          title={formTitle}
        />
      </div>
    </div>
  )
}
