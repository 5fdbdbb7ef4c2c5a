import { formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const ChangedHoursNotFound = notFound('L’orario diverso richiesto non esiste.')

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
