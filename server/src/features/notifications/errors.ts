import { type ErrorTexts, errorText, NotFound } from '../../lib/errors.ts'

export class NotificationNotFound extends NotFound {}

export const notificationErrors: ErrorTexts = new Map([
  errorText(NotificationNotFound, 'La notifica richiesta non esiste.'),
])
