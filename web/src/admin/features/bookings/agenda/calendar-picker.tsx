import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { getPublicName } from '../../calendars/calendar-hours.queries.ts'
import { ALL, type ShownCalendar } from '../month-view/use-shown-days.ts'
import styles from './agenda.module.css'

type CalendarPickerProps = {
  calendars: CalendarHours[]
  /** The signed-in user's calendar. */
  ownCalendarId: number | null
  /** The selected calendar; undefined if all are shown. */
  value: number | undefined
  onChange: (calendar: ShownCalendar) => void
}

/** Selects one calendar or all of them. The user's own comes first. */
export function CalendarPicker({ calendars, ownCalendarId, value, onChange }: CalendarPickerProps) {
  const ordered = [...calendars].sort(
    (one, other) => Number(other.id === ownCalendarId) - Number(one.id === ownCalendarId),
  )
  return (
    <select
      className={`control min-w-0 px-2 rounded-s ${styles.picker}`}
      aria-label="Calendario"
      value={value ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || ALL)}
    >
      <option value="">Tutti i calendari</option>
      {ordered.map((calendar) => (
        <option key={calendar.id} value={calendar.id}>
          {getPublicName(calendar)}
        </option>
      ))}
    </select>
  )
}
