import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const ClosureNotFound = notFound('Il giorno di chiusura richiesto non esiste.')

/** The closure does not close this calendar. */
export const CalendarNotClosed = invalidField('La chiusura non riguarda questo calendario.')
export const SomeCalendarUnknown = invalidField('Uno dei calendari scelti non esiste.')

/** Public holidays are known for some years only. */
export const YearOutOfRange = invalidField<{ first: number; last: number }>(
  (data) => `Indica un anno dal ${data.first} al ${data.last}.`,
)

/** Staff have saved another closure under the same idempotency key. */
export class ClosureAlreadySaved extends conflict<{ reason: string }>(
  (data) => `Il primo tentativo era stato salvato: la chiusura «${data.reason}» c’è già. Aprila per modificarla.`,
) {
  constructor({ reason }: { reason: string }, current: unknown) {
    super({ reason })
    this.current = current
  }
}
