import type { ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { SelectField } from '../../../ui/fields/admin-fields.tsx'
import { useUser } from '../../session/session.queries.ts'

type CalendarChoiceProps = {
  calendars: ServiceCalendar[]
  /** Null is 'Chiunque'. */
  value: number | null
  onChange: (id: number | null) => void
}

export const CALENDAR_CHOICE_LABEL = 'Con chi?'
export const ANY_CALENDAR = 'Chiunque'

/** Selects the calendar of a booking: any of them first, then the user's own. */
export function CalendarChoice({ calendars, value, onChange }: CalendarChoiceProps) {
  const { calendar_id: ownCalendarId } = useUser()
  const ordered = [...calendars].sort(
    (one, other) => Number(other.id === ownCalendarId) - Number(one.id === ownCalendarId),
  )
  return (
    <SelectField
      label={CALENDAR_CHOICE_LABEL}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{ANY_CALENDAR}</option>
      {ordered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
