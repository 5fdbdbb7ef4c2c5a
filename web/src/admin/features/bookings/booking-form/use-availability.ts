import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { VisitOfService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import type { AvailableDay, ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { bookableServiceQuery, isNotFound } from '../bookings.queries.ts'

export type Availability = {
  /** The calendars to choose from; empty if the service has only one. */
  calendars: ServiceCalendar[]
  /** The chosen calendar; null is 'Chiunque'. */
  calendarId: number | null
  /** The chosen service, once it is read. */
  service: VisitOfService | undefined
  days: AvailableDay[]
  /** The slots that leave a useless gap. */
  gaps: VisitOfService['useless_gaps']
  isServiceDeleted: boolean
  isLoading: boolean
  isKnown: boolean
  /** Whether `days` still belong to the previous calendar. */
  isOutdated: boolean
  isFailed: boolean
  retry: () => void
}

/** Slots that the staff can book of a service; the edited booking does not occupy its own slot. */
export function useAvailability(
  serviceId: number | undefined,
  chosenId: number | null,
  { edited, variant, also }: { edited?: StaffBooking; variant?: number; also?: string },
): Availability {
  const visit = { edited: edited?.id, variant, also }
  const ofAnyCalendar = useQuery(bookableServiceQuery(serviceId, visit))
  const calendars = ofAnyCalendar.data?.calendars ?? []
  const calendarId = calendars.some(({ id }) => id === chosenId) ? chosenId : null
  const ofCalendar = useQuery(bookableServiceQuery(serviceId, { ...visit, calendar: calendarId }))

  const isServiceDeleted = isNotFound(ofAnyCalendar.error)
  return {
    calendars: isServiceDeleted ? [] : calendars,
    calendarId,
    service: isServiceDeleted ? undefined : ofAnyCalendar.data,
    days: (!isServiceDeleted && ofCalendar.data?.available_slots) || [],
    gaps: ofCalendar.data?.useless_gaps ?? [],
    isServiceDeleted,
    isLoading: ofCalendar.isLoading,
    isKnown: ofCalendar.isSuccess,
    isOutdated: ofCalendar.data === undefined || ofCalendar.isPlaceholderData,
    isFailed: ofCalendar.isError && !isServiceDeleted,
    retry: () => {
      ofAnyCalendar.refetch()
      if (calendarId !== null) ofCalendar.refetch()
    },
  }
}
