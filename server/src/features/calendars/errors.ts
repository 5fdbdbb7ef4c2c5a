import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class CalendarNotFound extends NotFound {}

/** A field names a calendar that does not exist. */
export class UnknownCalendar extends InvalidField {}

/** The calendar has services or upcoming bookings. */
export class CalendarInUse extends Conflict<{ services: string[]; bookings: number }> {}

/** The calendar of a record has been deleted. */
export class CalendarDeleted extends Conflict {}

function usersOf({ services, bookings }: CalendarInUse['data']): string {
  const users = [
    services.length > 0 && `${services.length === 1 ? 'il servizio' : 'i servizi'} ${services.join(', ')}`,
    bookings > 0 && upcomingBookings(bookings),
  ]
  return users.filter((user) => user !== false).join(' e ')
}

export const calendarErrors: ErrorTexts = new Map([
  errorText(CalendarNotFound, 'Il calendario richiesto non esiste.'),
  errorText(UnknownCalendar, 'Il calendario scelto non esiste.'),
  errorText(CalendarInUse, ({ data }) => `Il calendario serve ancora: ${usersOf(data)}.`),
  errorText(CalendarDeleted, 'Il suo calendario è stato eliminato nel frattempo.'),
])
