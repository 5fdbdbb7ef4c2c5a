import type { AvailableDay, OfferedService } from '@prenoto/core/services/service-schema.ts'
import { readPublicService } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../lib/api-client.ts'

/** How often it is looked whether what is shown has passed, milliseconds. */
const LOOK = 30_000

export type Visit = { visit_day: PlainDate; visit_hour: PlainTime }

/**
 * A service as it is offered now, and how to read it again. It is read by itself when the page is seen again, and while
 * it is seen once something of it has passed: the day of the business, or the notice of a slot.
 */
export function useService(
  offered: OfferedService,
  read = () => api(readPublicService, { params: { serviceId: offered.id }, query: {} }),
) {
  const [service, setService] = useState(offered)
  const validUntil = useRef(Date.parse(offered.valid_until))
  const readings = useRef(0)

  /** `refused` is a slot that was not given: gone, whatever an answer says that has not heard of it yet. */
  const readAgain = useRef(async (refused?: Visit) => {
    readings.current += 1
    const reading = readings.current
    try {
      const now = await read()
      if (reading !== readings.current) return
      validUntil.current = Date.parse(now.valid_until)
      setService(without(now, refused))
    } catch (error) {
      // No longer offered: the page itself says so.
      if (error instanceof ApiError && error.status === 404) return location.reload()
      validUntil.current = 0
      setService((known) => without(known, refused))
    }
  }).current

  useEffect(() => {
    const onSight = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && readAgain()
    const looking = setInterval(() => Date.now() >= validUntil.current && onSight(), LOOK)
    document.addEventListener('visibilitychange', onSight)
    addEventListener('pageshow', onShow)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', onSight)
      removeEventListener('pageshow', onShow)
    }
  }, [readAgain])

  return [service, readAgain] as const
}

function without(service: OfferedService, refused?: Visit): OfferedService {
  if (!refused) return service
  const left = ({ date, slots }: AvailableDay) => ({
    date,
    slots: date === refused.visit_day ? slots.filter((slot) => slot !== refused.visit_hour) : slots,
  })
  return { ...service, available_slots: service.available_slots.map(left).filter(({ slots }) => slots.length > 0) }
}
