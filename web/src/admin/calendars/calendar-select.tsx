import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { PagedSelect } from '../ui/paged-select.tsx'
import { calendars } from './calendars.queries.ts'

export const CALENDAR_LABEL = 'Calendario'

/** The calendar that the thing in a form belongs to, in its field `calendar_id`. */
export function CalendarSelect<Input extends FieldValues & { calendar_id?: number }, Output>({
  control,
  preferFirst,
}: {
  control: Control<Input, unknown, Output>
  /** Whether one that does not exist gives way to the first. They come in the order of their ids. */
  preferFirst?: boolean
}) {
  const { field, fieldState } = useController({ control, name: 'calendar_id' as Path<Input> })
  const { value, onChange, onBlur } = field
  return (
    <PagedSelect
      label={CALENDAR_LABEL}
      placeholder="Scegli un calendario"
      list={calendars}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={fieldState.error?.message}
      preferFirst={preferFirst}
    />
  )
}
