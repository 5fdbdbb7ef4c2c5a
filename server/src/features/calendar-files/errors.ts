import { type ErrorTexts, errorText, NotFound } from '../../lib/errors.ts'

export class FileBookingNotFound extends NotFound {}
export class FeedNotFound extends NotFound {}

export const calendarFileErrors: ErrorTexts = new Map([
  errorText(FileBookingNotFound, 'La prenotazione non esiste o è stata disdetta.'),
  errorText(FeedNotFound, 'Il link non esiste o è stato revocato.'),
])
