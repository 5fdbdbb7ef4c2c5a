import { openingHoursFields, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'
import type { Context } from '../../tenants/context.ts'
import { type RecordedChange, recordChange } from '../audit/record-change.ts'
import type { CalendarRow } from './calendars.repository.ts'

const NOT_KEPT: readonly string[] = ['id', 'version', ...openingHoursFields]

const hoursOn = (calendar: CalendarRow, weekday: (typeof weekdays)[number]) =>
  (['morning', 'afternoon'] as const)
    .map((half) => [calendar[`${weekday}_${half}_from`], calendar[`${weekday}_${half}_to`]])
    .filter(([from]) => from)
    .map(([from, to]) => `${from} – ${to}`)
    .join(', ')

/** The fields of a calendar that the audit trail keeps: the opening hours by weekday. */
const auditedCalendar = (calendar: CalendarRow) => ({
  ...Object.fromEntries(Object.entries(calendar).filter(([field]) => !NOT_KEPT.includes(field))),
  ...Object.fromEntries(weekdays.map((weekday) => [weekday, hoursOn(calendar, weekday)])),
  pauses: calendar.pauses.map(({ weekdays, from, to }) => `${weekdayNames(weekdays)} ${from} – ${to}`).join(', '),
})

type Rows = { before?: CalendarRow | undefined; after?: CalendarRow | undefined }

export const recordCalendar = (ctx: Context, change: RecordedChange, { before, after }: Rows) =>
  recordChange(ctx, change, {
    subject: { type: 'calendar', id: (after ?? before)!.id },
    before: before && auditedCalendar(before),
    after: after && auditedCalendar(after),
  })
