import { TextArea, TextField } from '../../ui/field.tsx'
import type { FieldOf } from '../ui/admin-form.ts'
import { FieldRow } from '../ui/field-row.tsx'
import { NumberField } from '../ui/number-field.tsx'

type CalendarField = 'name' | 'description' | 'from' | 'to' | 'simultaneous_bookings_number'

type CalendarFieldsProps = {
  field: FieldOf<CalendarField>
  /** Whether to ask how many bookings it takes at once. */
  asksCapacity?: boolean
}

/** What a calendar is called, how long it lasts and how many bookings it takes at once. */
export function CalendarFields({ field, asksCapacity = true }: CalendarFieldsProps) {
  return (
    <>
      <TextField label="Nome" autoComplete="off" required {...field('name')} />
      <TextArea label="Descrizione" rows={2} required {...field('description')} />
      <FieldRow>
        <TextField label="Data inizio" type="date" required {...field('from')} />
        <TextField label="Data fine (facoltativa)" type="date" {...field('to')} />
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
