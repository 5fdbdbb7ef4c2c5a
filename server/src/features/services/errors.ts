import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { conflict, invalidField } from '../../lib/errors.ts'

/** The service has upcoming bookings. */
export const ServiceInUse = conflict<{ bookings: number }>(
  (data) => `Il servizio ha ancora ${upcomingBookings(data.bookings)}: non può essere eliminato.`,
)

/** A change of the duration does not fit the processing time or the durations of calendars. */
export const UnfitTimes = invalidField<{ message: string }>(({ message }) => message)
