import { lastBookableDay } from '@prenoto/core/availability/booking-window.ts'
import { bookSlot } from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { readPublicService } from '@prenoto/core/services/services.endpoints.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, api } from '../../lib/api-client.ts'
import { bookingAttempts, isRefusal } from '../../lib/booking-attempts.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { storeBookedVisit } from '../../lib/session.ts'
import { reportFailure } from '../../ui/report-failure.ts'
import { ServiceFacts } from '../services/service-facts.tsx'
import styles from './booking-flow.module.css'
import { BookingForm, type Person } from './booking-form.tsx'
import { DayStrip } from './day-strip.tsx'
import { openingStart } from './day-window.ts'
import { SlotPicker } from './slot-picker.tsx'

type BookingFlowProps = { offered: PublicService; today: PlainDate; configuration: Configuration }

/** Choose a day, then a slot, then say who comes. */
export function BookingFlow({ offered, today, configuration }: BookingFlowProps) {
  const [service, readAgain] = useService(offered)
  const firstFreeDay = offered.available_slots[0]?.date
  const [start, setStart] = useState(() => openingStart(today, firstFreeDay))
  const [day, setDay] = useState(firstFreeDay ?? today)
  const [hour, setHour] = useState<PlainTime>()
  const [attempts] = useState(bookingAttempts)
  const slotsTitle = useRef<HTMLHeadingElement>(null)
  const formTitle = useRef<HTMLHeadingElement>(null)

  const slotsOf = (date: PlainDate) => service.available_slots.find((available) => available.date === date)?.slots ?? []

  const selectDay = (date: PlainDate) => {
    setDay(date)
    setHour(undefined)
  }

  const selectSlot = (slot: PlainTime) => {
    // At once, so that the form is there to go to.
    flushSync(() => setHour(slot))
    showAndFocus(formTitle.current)
  }

  const book = async (person: Person) => {
    if (!hour) return
    const booking = { ...person, visit_day: day, visit_hour: hour }
    const headers = { 'idempotency-key': attempts.keyFor(booking) }
    try {
      storeBookedVisit(await api(bookSlot, { params: { serviceId: service.id }, headers, body: booking }))
    } catch (error) {
      if (isRefusal(error)) attempts.settle(booking)
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        await readAgain()
        flushSync(() => setHour(undefined))
        showAndFocus(slotsTitle.current)
      }
      throw error
    }
    attempts.settle(booking)
    await readAgain()
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
            <dd>{hour ? toShortTime(hour) : 'Da scegliere'}</dd>
          </div>
        </dl>
      </aside>
      <div className={styles.panel}>
        <DayStrip
          start={start}
          today={today}
          lastDay={lastBookableDay(today, configuration)}
          selected={day}
          freeSlots={(date) => slotsOf(date).length}
          onMove={setStart}
          onSelect={selectDay}
        />
        <SlotPicker day={day} slots={slotsOf(day)} selected={hour} onSelect={selectSlot} title={slotsTitle} />
        <BookingForm day={day} hour={hour} onBook={book} title={formTitle} />
      </div>
    </div>
  )
}

/** The service, and how to read it again: it also is when the browser brings the page back as it was left. */
function useService(offered: PublicService) {
  const [service, setService] = useState(offered)

  const readAgain = useRef(async () => {
    try {
      setService(await api(readPublicService, { params: { serviceId: offered.id } }))
    } catch (error) {
      // No longer offered: the page itself says so.
      if (error instanceof ApiError && error.status === 404) location.reload()
      else reportFailure(error)
    }
  }).current

  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && readAgain()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [readAgain])

  return [service, readAgain] as const
}

function showAndFocus(heading: HTMLElement | null) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}
