import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { Conflict, type ErrorTexts, errorText } from '../../lib/errors.ts'

/** The service has upcoming bookings. */
export class ServiceInUse extends Conflict<{ bookings: number }> {}

export const serviceErrors: ErrorTexts = new Map([
  errorText(
    ServiceInUse,
    ({ data }) => `Il servizio ha ancora ${upcomingBookings(data.bookings)}: non può essere eliminato.`,
  ),
])
