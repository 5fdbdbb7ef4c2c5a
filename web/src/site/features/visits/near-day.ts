import { formatDay } from '@prenoto/core/time/format.ts'
import { epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'

/** 'oggi', 'domani', 'venerdì' within a week, or 'venerdì 4 dicembre' */
export function formatNearDay(day: PlainDate, today: PlainDate): string {
  const days = epochDay(day) - epochDay(today)
  if (days === 0) return 'oggi'
  if (days === 1) return 'domani'
  return days < 7 ? formatDay(day).split(' ')[0]! : formatDay(day)
}
