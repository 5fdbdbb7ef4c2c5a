import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { conflict } from '../../lib/errors.ts'

/** The service has upcoming bookings. */
export const ServiceInUse = conflict<{ bookings: number }>(
  (data) => `Il servizio ha ancora ${upcomingBookings(data.bookings)}: non può essere eliminato.`,
)
