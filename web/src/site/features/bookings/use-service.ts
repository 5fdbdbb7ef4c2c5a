import type { PublicBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { AvailableDay, OfferedService } from '@prenoto/core/services/service-schema.ts'
import { readPublicService } from '@prenoto/core/services/services.endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'

/** How often it is looked whether what is shown has passed, milliseconds. */
const CHECK_INTERVAL = 30_000

export type Visit = Pick<PublicBooking, 'visit_day' | 'visit_hour' | 'calendar_id'>

const readOffered = (service: OfferedService, calendar_id: number | undefined) =>
  api(readPublicService, { params: { serviceId: service.id }, query: { calendar_id } })

/**
 * A service as it is offered now, and how to read it again. It is read by itself when the page is seen again, and while
 * it is seen once something of it has passed: the day of the business, or the notice of a slot. Its slots are those of
 * `calendar`, or of any without one.
 */
export function useService(offered: OfferedService, initialCalendar?: number, ask = readOffered) {
  const [shown, setShown] = useState({ service: offered, calendar: initialCalendar })
  const wanted = useRef(initialCalendar)
  const validUntil = useRef(Date.parse(offered.valid_until))
  const readings = useRef(0)

  const read = useRef(async (refused?: Visit) => {
    readings.current += 1
    const reading = readings.current
    const calendar = wanted.current
    try {
      const service = await ask(offered, calendar)
      if (reading !== readings.current) return
      validUntil.current = Date.parse(service.valid_until)
      setShown({ service: without(service, refused), calendar })
    } catch (error) {
      // No longer offered, or not with them: the page itself says so.
      if (error instanceof ApiError && error.status === 404) return location.reload()
      validUntil.current = 0
      setShown((known) => ({ ...known, service: without(known.service, refused) }))
      if (reading === readings.current) throw error
    }
  }).current

  /** `refused` is a slot that was not given: gone, whatever an answer says that has not heard of it yet. */
  // A failed repeat leaves what is shown.
  const readAgain = useRef((refused?: Visit) => read(refused).catch(() => {})).current

  /** Asked for by somebody who waits for it, so they are told when it does not come. */
  const readForCalendar = useRef((calendar: number | undefined) => {
    wanted.current = calendar
    return read().catch(reportFailure)
  }).current

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && readAgain()
    const looking = setInterval(() => Date.now() >= validUntil.current && onVisible(), CHECK_INTERVAL)
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pageshow', onShow)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pageshow', onShow)
    }
  }, [readAgain])

  return { ...shown, readAgain, readForCalendar }
}

function without(service: OfferedService, refused?: Visit): OfferedService {
  if (!refused) return service
  const left = ({ date, slots }: AvailableDay) => ({
    date,
    slots: date === refused.visit_day ? slots.filter((slot) => slot !== refused.visit_hour) : slots,
  })
  return { ...service, available_slots: service.available_slots.map(left).filter(({ slots }) => slots.length > 0) }
}
