import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { AvailableDay, ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { bookableServiceQuery, isGone } from '../bookings.queries.ts'

export type Offer = {
  /** With whom the service can be booked, if there is a choice. */
  calendars: ServiceCalendar[]
  /** The one of them that was wanted; null is 'Chiunque'. */
  who: number | null
  days: AvailableDay[]
  /** There is no such service any more. */
  isGone: boolean
  isLoading: boolean
  isKnown: boolean
  /** What is shown belongs to another choice of calendar: the days of this one are on their way. */
  isOutdated: boolean
  isFailed: boolean
  retry: () => void
}

/** What the staff can book of a service, with whom they want. A booking that is being changed does not stand in its own way. */
export function useOffer(serviceId: number | undefined, wanted: number | null, edited?: StaffBooking): Offer {
  const ofAnybody = useQuery(bookableServiceQuery(serviceId, { edited: edited?.id }))
  const calendars = ofAnybody.data?.calendars ?? []
  const who = calendars.some(({ id }) => id === wanted) ? wanted : null
  const shown = useQuery(bookableServiceQuery(serviceId, { edited: edited?.id, calendar: who }))

  const isServiceGone = isGone(ofAnybody.error)
  return {
    calendars: isServiceGone ? [] : calendars,
    who,
    days: (!isServiceGone && shown.data?.available_slots) || [],
    isGone: isServiceGone,
    isLoading: shown.isLoading,
    isKnown: shown.isSuccess,
    isOutdated: shown.data === undefined || shown.isPlaceholderData,
    isFailed: shown.isError && !isServiceGone,
    retry: () => {
      ofAnybody.refetch()
      if (who !== null) shown.refetch()
    },
  }
}
