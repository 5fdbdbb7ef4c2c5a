import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** Free slots of a day, as 'HH:mm'. */
export const anAvailableDay = (date: PlainDate, ...hours: string[]): AvailableDay => ({
  date,
  slots: hours.map((hour) => `${hour}:00` as PlainTime),
})

/** The end of a list's only page. */
export const lastPage = { last_id: null, has_more: false }
