import { formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { conflict, invalidField, notFound } from '../../lib/errors.ts'

/** By kind. */
export const ExceptionNotFound = {
  closure: notFound('Il giorno di chiusura richiesto non esiste.'),
  special_opening: notFound('L’apertura straordinaria richiesta non esiste.'),
  changed_hours: notFound('L’orario diverso richiesto non esiste.'),
}

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

/** An exception of another kind has the idempotency key. */
export const IdempotencyKeyUsed = conflict('La chiave della richiesta è già di un altro dato.')

type Days = { from: PlainDate; to: PlainDate }

/** The calendar has other changed hours on some of the days. */
export const ChangedHoursOverlap = invalidField<Days>(({ from, to }) =>
  from === to
    ? `${formatShortDay(from)} ha già un orario diverso.`
    : `Dal ${formatShortDay(from)} al ${formatShortDay(to)} ha già un orario diverso.`,
)

/** The calendar has too many changed hours that are not over. */
export const TooManyChangedHours = invalidField<{ most: number }>(
  (data) => `Un calendario può avere al massimo ${data.most} orari diversi.`,
)

/** Other changed hours have taken the days of deleted ones. */
export const ChangedHoursReplaced = conflict('Nel frattempo in quei giorni c’è un altro orario diverso.')

/** The calendar is not in force on that day. */
export const DayOutsideCalendar = invalidField('Quel giorno è fuori dal periodo in cui il calendario è valido.')
