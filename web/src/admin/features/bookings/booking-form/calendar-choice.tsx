import type { ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { SelectField } from '../../../ui/fields/admin-fields.tsx'
import { useUser } from '../../session/session.queries.ts'

type CalendarChoiceProps = {
  calendars: ServiceCalendar[]
  /** Null is 'Chiunque'. */
  value: number | null
  onChange: (id: number | null) => void
}

export const WHO_LABEL = 'Con chi?'
export const ANY_CALENDAR = 'Chiunque'

/** With whom a service is booked, where there is a choice: anybody first, then whoever is logged in. */
export function CalendarChoice({ calendars, value, onChange }: CalendarChoiceProps) {
  const { calendar_id: own } = useUser()
  const ordered = [...calendars].sort((one, other) => Number(other.id === own) - Number(one.id === own))
  return (
    <SelectField
      label={WHO_LABEL}
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
