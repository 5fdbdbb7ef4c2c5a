import { type RegularWeek, type WeekdayTimes, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import { otherWeeksText } from '@prenoto/core/calendars/times-text.ts'
import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'

type StoredCalendar = { id: number; version: number; weeks: RegularWeek[] }

const formatTimes = ({ from, to }: WeekdayTimes) => `${from} – ${to}`

/** The values of a calendar that the audit trail keeps: the opening hours by weekday, those of other weeks as a text. */
export function auditedCalendar({ id, version, weeks: [week, ...otherWeeks], ...calendar }: StoredCalendar) {
  const { windows, pauses } = week!
  return {
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
    other_weeks: otherWeeksText(otherWeeks),
  }
}
