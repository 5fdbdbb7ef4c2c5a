import { TextArea, TextField } from '../../../ui/field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { type FieldRef, type RegisterField, useField } from '../../ui/forms/admin-form.ts'

export const CALENDAR_LABELS = {
  name: 'Nome',
  description: 'Descrizione',
  from: 'Data inizio',
  to: 'Data fine (facoltativa)',
  simultaneous_bookings_number: 'Numero massimo di prenotazioni contemporanee',
}

type CalendarField = keyof typeof CALENDAR_LABELS

type CalendarFieldsProps = {
  field: RegisterField<CalendarField>
  fieldRef: (name: 'from' | 'to') => FieldRef
  hasCapacity?: boolean
}

/** Name, description, dates and capacity of a calendar. */
export function CalendarFields({ field, fieldRef, hasCapacity = true }: CalendarFieldsProps) {
  return (
    <>
      <TextField label={CALENDAR_LABELS.name} autoComplete="off" required {...field('name')} />
      <TextArea label={CALENDAR_LABELS.description} rows={2} required {...field('description')} />
      <FieldRow>
        <DateField label={CALENDAR_LABELS.from} required {...useField(fieldRef('from'))} />
        <DateField label={CALENDAR_LABELS.to} {...useField(fieldRef('to'))} />
      </FieldRow>
      {hasCapacity && (
        <NumberField
          label={CALENDAR_LABELS.simultaneous_bookings_number}
          min={1}
          required
          {...field('simultaneous_bookings_number', { valueAsNumber: true })}
        />
      )}
    </>
  )
}
