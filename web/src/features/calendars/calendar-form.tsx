import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import { type Calendar, calendarSchema } from '@prenoto/core/calendars/calendar-schema.ts'
import { toFieldDate } from '../../lib/wire-date.ts'
import { useAdminForm } from '../../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/crud-form.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FieldRow } from '../../ui/field-row.tsx'
import { calendars } from './calendars.queries.ts'
import { WeekGrid } from './week-grid.tsx'

const TEXTS: CrudTexts = {
  add: 'Aggiungi calendario',
  created: 'Calendario creato con successo',
  updated: 'Calendario aggiornato con successo',
  deleted: 'Calendario eliminato con successo',
}

const NEW_CALENDAR = {
  name: '',
  description: '',
  from: '',
  to: '',
  simultaneous_bookings_number: 1,
  ...Object.fromEntries(openingHoursFields.map((field) => [field, ''])),
}

const editable = (calendar: Calendar) => ({
  ...calendar,
  from: toFieldDate(calendar.from),
  to: toFieldDate(calendar.to),
})

export function CalendarForm({ calendar, onDone }: { calendar: Calendar | undefined; onDone: () => void }) {
  const form = useAdminForm(calendarSchema, calendar ? editable(calendar) : NEW_CALENDAR)
  const { register, formState } = form
  const { errors } = formState

  return (
    <CrudForm form={form} crud={calendars} texts={TEXTS} item={calendar} onDone={onDone}>
      <TextField label="Nome" autoComplete="off" required error={errors.name?.message} {...register('name')} />
      <TextArea
        label="Descrizione"
        rows={2}
        required
        error={errors.description?.message}
        {...register('description')}
      />
      <FieldRow>
        <TextField label="Data inizio" type="date" required error={errors.from?.message} {...register('from')} />
        <TextField label="Data fine (facoltativa)" type="date" error={errors.to?.message} {...register('to')} />
      </FieldRow>
      <TextField
        label="Numero massimo di prenotazioni contemporanee"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        error={errors.simultaneous_bookings_number?.message}
        {...register('simultaneous_bookings_number', { valueAsNumber: true })}
      />
      <WeekGrid register={register} errors={errors} />
    </CrudForm>
  )
}
