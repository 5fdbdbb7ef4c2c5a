import { type ErrorTexts, errorText, NotFound } from '../../lib/errors.ts'

export class ContactRequestNotFound extends NotFound {}

export const contactErrors: ErrorTexts = new Map([
  errorText(ContactRequestNotFound, 'La richiesta non esiste o è stata cancellata.'),
])
