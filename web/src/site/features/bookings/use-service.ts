import type { PublicBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { readPublicService } from '@prenoto/core/bookings/offered-visit.endpoints.ts'
import type { AvailableDay, OfferedService } from '@prenoto/core/services/service-schema.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'

/** How often the page checks whether its data have expired, milliseconds. */
const CHECK_INTERVAL = 30_000

export type Visit = Pick<PublicBooking, 'visit_day' | 'visit_hour' | 'calendar_id'>

/** The services of a visit, the calendar (undefined for any), and the source, which may hold an hour. */
export type Wish = Pick<ChosenVisit, 'calendar' | 'variant' | 'also' | 'source'>

const readOffered = ({ id }: OfferedService, { calendar, variant, also, source }: Wish) =>
  api(readPublicService, {
    params: { serviceId: id },
    query: { calendar_id: calendar, variant_id: variant, also, source },
  })

/**
 * A service with the free slots of a wish. It is refreshed when the page becomes visible again
 * and, while visible, after its `valid_until`.
 */
export function useService(
  offered: OfferedService,
  initial: Wish,
  readService: (offered: OfferedService, wish: Wish) => Promise<OfferedService> = readOffered,
) {
  const [shownService, setShown] = useState({ service: offered, wish: initial })
  /** Whether the last read of another wish has failed. */
  const [hasFailed, setHasFailed] = useState(false)
  const requested = useRef(initial)
  const validUntil = useRef(Date.parse(offered.valid_until))
  const lastRequest = useRef(0)

  const read = useRef(async (refused?: Visit) => {
    lastRequest.current += 1
    const request = lastRequest.current
    const wish = requested.current
    try {
      const service = await readService(offered, wish)
      if (request !== lastRequest.current) return
      validUntil.current = Date.parse(service.valid_until)
      setShown({ service: without(service, refused), wish })
    } catch (error) {
      // A service or the calendar is no longer offered: the reloaded page says so.
      if (error instanceof ApiError && error.status === 404) return location.reload()
      validUntil.current = 0
      setShown((previous) => ({ ...previous, service: without(previous.service, refused) }))
      if (request === lastRequest.current) throw error
    }
  }).current

  /**
   * Leaves out `refused`, a slot that the server has just refused, even if a cached response still has it.
   * A failed refresh keeps the shown data.
   */
  const refresh = useRef((refused?: Visit) => read(refused).catch(() => {})).current

  /** Reads the slots of another wish. The visitor waits for them, so the page shows a failure. */
  const readFor = useRef((wish: Wish) => {
    requested.current = wish
    setHasFailed(false)
    return read().catch((error) => {
      setHasFailed(true)
      console.error(error)
    })
  }).current

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && refresh()
    const interval = setInterval(() => Date.now() >= validUntil.current && onVisible(), CHECK_INTERVAL)
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pageshow', onShow)
    return () => {
      clearInterval(interval)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pageshow', onShow)
    }
  }, [refresh])

  return { ...shownService, hasFailed, refresh, readFor }
}

function without(service: OfferedService, refused?: Visit): OfferedService {
  if (!refused) return service
  const withoutSlot = ({ date, slots }: AvailableDay) => ({
    date,
    slots: date === refused.visit_day ? slots.filter((slot) => slot !== refused.visit_hour) : slots,
  })
  return {
    ...service,
    available_slots: service.available_slots.map(withoutSlot).filter(({ slots }) => slots.length > 0),
  }
}
