import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { formatShortDay } from '@prenoto/core/time/format.ts'
import { isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/**
 * The days to choose from, as 'sab 21 nov'. A chosen day stays among them when its last slot has gone:
 * it must not turn into another one by itself.
 */
export function dayOptions(days: AvailableDay[], chosen: string): { value: PlainDate; text: string }[] {
  const dates = new Set(days.map(({ date }) => date))
  if (isPlainDate(chosen) && dates.size > 0) dates.add(chosen)
  return [...dates].sort().map((value) => ({ value, text: formatShortDay(value) }))
}

export const slotsOf = (days: AvailableDay[], day: string): PlainTime[] =>
  days.find(({ date }) => date === day)?.slots ?? []
