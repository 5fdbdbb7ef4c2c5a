import { TextArea, TextField } from '../../ui/field.tsx'
import { type FieldOf, type Place, useField } from '../ui/admin-form.ts'
import { DateField } from '../ui/date-field.tsx'
import { FieldRow } from '../ui/field-row.tsx'
import { NumberField } from '../ui/number-field.tsx'

type CalendarField = 'name' | 'description' | 'from' | 'to' | 'simultaneous_bookings_number'

type CalendarFieldsProps = {
  field: FieldOf<CalendarField>
  place: (name: 'from' | 'to') => Place
  /** Whether to ask how many bookings it takes at once. */
  asksCapacity?: boolean
}

/** What a calendar is called, how long it lasts and how many bookings it takes at once. */
export function CalendarFields({ field, place, asksCapacity = true }: CalendarFieldsProps) {
  return (
    <>
      <TextField label="Nome" autoComplete="off" required {...field('name')} />
      <TextArea label="Descrizione" rows={2} required {...field('description')} />
      <FieldRow>
        <DateField label="Data inizio" required {...useField(place('from'))} />
        <DateField label="Data fine (facoltativa)" {...useField(place('to'))} />
      </FieldRow>
      {asksCapacity && (
        <NumberField
          label="Numero massimo di prenotazioni contemporanee"
          min={1}
          required
          {...field('simultaneous_bookings_number', { valueAsNumber: true })}
        />
      )}
    </>
  )
}
