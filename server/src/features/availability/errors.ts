import { notFound } from '../../lib/errors.ts'

export const ServiceNotFound = notFound('Il servizio richiesto non esiste.')

/** The service is not booked on this calendar. */
export const ServiceCalendarNotFound = notFound('Il calendario scelto non esiste.')
