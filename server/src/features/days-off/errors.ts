import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class ClosureNotFound extends NotFound {}

/** The closure does not close this calendar. */
export class CalendarNotClosed extends InvalidField {}
export class SomeCalendarUnknown extends InvalidField {}

/** Public holidays are known for some years only. */
export class YearOutOfRange extends InvalidField<{ first: number; last: number }> {}

/** Staff have saved another closure under the same idempotency key. */
export class ClosureAlreadySaved extends Conflict<{ reason: string }> {
  constructor({ reason }: { reason: string }, current: unknown) {
    super({ reason })
    this.current = current
  }
}

export const dayOffErrors: ErrorTexts = new Map([
  errorText(ClosureNotFound, 'Il giorno di chiusura richiesto non esiste.'),
  errorText(CalendarNotClosed, 'La chiusura non riguarda questo calendario.'),
  errorText(SomeCalendarUnknown, 'Uno dei calendari scelti non esiste.'),
  errorText(YearOutOfRange, ({ data }) => `Indica un anno dal ${data.first} al ${data.last}.`),
  errorText(
    ClosureAlreadySaved,
    ({ data }) => `Il primo tentativo era stato salvato: la chiusura «${data.reason}» c’è già. Aprila per modificarla.`,
  ),
])
