import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FieldRow } from '../../ui/field-row.tsx'
import { NumberField } from '../../ui/number-field.tsx'

type CalendarField = 'name' | 'description' | 'from' | 'to' | 'simultaneous_bookings_number'

type CalendarFieldsProps = {
  register: (field: CalendarField, options?: { valueAsNumber: true }) => UseFormRegisterReturn
  errors: { [field in CalendarField]?: { message?: string } } | undefined
  /** Whether to ask how many bookings it takes at once. */
  asksCapacity?: boolean
}

/** What a calendar is called, how long it lasts and how many bookings it takes at once. */
export function CalendarFields({ register, errors, asksCapacity = true }: CalendarFieldsProps) {
  return (
    <>
      <TextField label="Nome" autoComplete="off" required error={errors?.name?.message} {...register('name')} />
      <TextArea
        label="Descrizione"
        rows={2}
        required
        error={errors?.description?.message}
        {...register('description')}
      />
      <FieldRow>
        <TextField label="Data inizio" type="date" required error={errors?.from?.message} {...register('from')} />
        <TextField label="Data fine (facoltativa)" type="date" error={errors?.to?.message} {...register('to')} />
      </FieldRow>
      {asksCapacity && (
        <NumberField
          label="Numero massimo di prenotazioni contemporanee"
          min={1}
          required
          error={errors?.simultaneous_bookings_number?.message}
          {...register('simultaneous_bookings_number', { valueAsNumber: true })}
        />
      )}
    </>
  )
}
