import { formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class ChangedHoursNotFound extends NotFound {}

type Days = { from: PlainDate; to: PlainDate }

/** The calendar has other changed hours on some of the days. */
export class ChangedHoursOverlap extends InvalidField<Days> {}

/** The calendar has too many changed hours that are not over. */
export class TooManyChangedHours extends InvalidField<{ most: number }> {}

/** Other changed hours have taken the days of deleted ones. */
export class ChangedHoursReplaced extends Conflict {}

export const changedHoursErrors: ErrorTexts = new Map([
  errorText(ChangedHoursNotFound, 'L’orario diverso richiesto non esiste.'),
  errorText(ChangedHoursOverlap, ({ data: { from, to } }) =>
    from === to
      ? `${formatShortDay(from)} ha già un orario diverso.`
      : `Dal ${formatShortDay(from)} al ${formatShortDay(to)} ha già un orario diverso.`,
  ),
  errorText(TooManyChangedHours, ({ data }) => `Un calendario può avere al massimo ${data.most} orari diversi.`),
  errorText(ChangedHoursReplaced, 'Nel frattempo in quei giorni c’è un altro orario diverso.'),
])
