import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { ALL, type ShownCalendar } from '../month-view/use-shown-days.ts'
import styles from './agenda.module.css'
import { nameOf } from './name-of.ts'

type CalendarPickerProps = {
  calendars: CalendarHours[]
  own: number | null
  /** The one that is shown; undefined where all are. */
  value: number | undefined
  onChange: (calendar: ShownCalendar) => void
}

/** Which calendar alone is shown, if not all are; one's own first. */
export function CalendarPicker({ calendars, own, value, onChange }: CalendarPickerProps) {
  const ordered = [...calendars].sort((one, other) => Number(other.id === own) - Number(one.id === own))
  return (
    <select
      className={styles.picker}
      aria-label="Calendario"
      value={value ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || ALL)}
    >
      <option value="">Tutti i calendari</option>
      {ordered.map((calendar) => (
        <option key={calendar.id} value={calendar.id}>
          {nameOf(calendar)}
        </option>
      ))}
    </select>
  )
}
