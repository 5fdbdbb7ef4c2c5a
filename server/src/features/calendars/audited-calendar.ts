import { type RegularWeek, type WeekdayTimes, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'

type StoredCalendar = { id: number; version: number; weeks: [RegularWeek] }

const formatTimes = ({ from, to }: WeekdayTimes) => `${from} – ${to}`

/** The values of a calendar that the audit trail keeps: the opening hours by weekday. */
export const auditedCalendar = ({ id, version, weeks: [{ windows, pauses }], ...calendar }: StoredCalendar) => ({
  ...calendar,
  ...Object.fromEntries(
    weekdays.map((weekday, i) => [
      weekday,
      windows
        .filter(({ weekdays }) => weekdays.includes(i + 1))
        .map(formatTimes)
        .join(', '),
    ]),
  ),
  pauses: pauses.map((pause) => `${weekdayNames(pause.weekdays)} ${formatTimes(pause)}`).join(', '),
})
