import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import type { ChoiceList } from '../../lib/crud-queries.ts'
import { PagedSelect } from '../../ui/fields/paged-select.tsx'
import { calendars, calendarsOrNone, NO_CALENDAR } from './calendars.queries.ts'

export const CALENDAR_LABEL = 'Calendario'

/** Selects a calendar in the form field `calendar_id`. */
export function CalendarSelect<Input extends FieldValues & { calendar_id?: number }, Output>({
  control,
  list = calendars,
  preferFirst,
}: {
  control: Control<Input, unknown, Output>
  list?: ChoiceList<{ id: number; name: string }>
  /** Whether a deleted calendar is replaced by the one with the lowest id. */
  preferFirst?: boolean
}) {
  const { field, fieldState } = useController({ control, name: 'calendar_id' as Path<Input> })
  const { value, onChange, onBlur } = field
  return (
    <PagedSelect
      label={CALENDAR_LABEL}
      placeholder="Scegli un calendario"
      list={list}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={fieldState.error?.message}
      preferFirst={preferFirst}
    />
  )
}

/** Selects a calendar or none in the form field `calendar_id`. */
export function OptionalCalendarSelect<Input extends FieldValues & { calendar_id?: number | null }, Output>({
  control,
  hint,
}: {
  control: Control<Input, unknown, Output>
  hint: string
}) {
  const { field, fieldState } = useController({ control, name: 'calendar_id' as Path<Input> })
  const { value, onChange, onBlur } = field
  return (
    <PagedSelect
      label={CALENDAR_LABEL}
      placeholder="Nessuno"
      hint={hint}
      list={calendarsOrNone}
      value={value ?? NO_CALENDAR}
      onChange={(id) => onChange(id || null)}
      onBlur={onBlur}
      error={fieldState.error?.message}
    />
  )
}
