import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'
import type { TypedTimes } from './weekday-times-fields.tsx'

/** 'lun–ven 14:00–20:00, sab 9:00–13:00' */
export const timesText = (times: readonly TypedTimes[]) =>
  times.map(({ weekdays, from, to }) => `${weekdayNames(weekdays)} ${from}–${to}`).join(', ')
