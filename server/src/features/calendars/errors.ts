import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { ROTA_WITHOUT_START } from '@prenoto/core/calendars/calendar-schema.ts'
import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const CalendarNotFound = notFound('Il calendario richiesto non esiste.')

/** A field names a calendar that does not exist. */
export const UnknownCalendar = invalidField('Il calendario scelto non esiste.')

/** The weeks of a calendar alternate. */
export const RotaWithoutStart = invalidField(ROTA_WITHOUT_START)

/** The calendar has services or upcoming bookings. */
export const CalendarInUse = conflict<Users>((data) => `Il calendario serve ancora: ${listUsers(data)}.`)

/** The calendar of a record has been deleted. */
export const CalendarDeleted = conflict('Il suo calendario è stato eliminato nel frattempo.')

type Users = { services: string[]; bookings: number }

function listUsers({ services, bookings }: Users): string {
  const users = [
    services.length > 0 && `${services.length === 1 ? 'il servizio' : 'i servizi'} ${services.join(', ')}`,
    bookings > 0 && upcomingBookings(bookings),
  ]
  return users.filter((user) => user !== false).join(' e ')
}
