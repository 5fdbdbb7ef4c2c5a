import { type ErrorTexts, errorText, NotFound } from '../../lib/errors.ts'

export class ServiceNotFound extends NotFound {}

/** The service is not booked on this calendar. */
export class ServiceCalendarNotFound extends NotFound {}

export const availabilityErrors: ErrorTexts = new Map([
  errorText(ServiceNotFound, 'Il servizio richiesto non esiste.'),
  errorText(ServiceCalendarNotFound, 'Il calendario scelto non esiste.'),
])
