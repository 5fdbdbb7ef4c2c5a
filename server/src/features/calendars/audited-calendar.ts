import { openingHoursFields, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import type { Calendar } from '@prenoto/core/calendars/calendar-schema.ts'
import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'

const NOT_KEPT: readonly string[] = ['id', 'version', ...openingHoursFields]

const hoursOn = (calendar: Calendar, weekday: (typeof weekdays)[number]) =>
  (['morning', 'afternoon'] as const)
    .map((half) => [calendar[`${weekday}_${half}_from`], calendar[`${weekday}_${half}_to`]])
    .filter(([from]) => from)
    .map(([from, to]) => `${from} – ${to}`)
    .join(', ')

/** The fields of a calendar that the audit trail keeps: the opening hours by weekday. */
export const auditedCalendar = (calendar: Calendar) => ({
  ...Object.fromEntries(Object.entries(calendar).filter(([field]) => !NOT_KEPT.includes(field))),
  ...Object.fromEntries(weekdays.map((weekday) => [weekday, hoursOn(calendar, weekday)])),
  pauses: calendar.pauses.map(({ weekdays, from, to }) => `${weekdayNames(weekdays)} ${from} – ${to}`).join(', '),
})
