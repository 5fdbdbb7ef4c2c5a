import { type DayOff, dayOffSchema } from '@prenoto/core/days-off/day-off-schema.ts'
import { Controller } from 'react-hook-form'
import { toFieldDate } from '../../lib/wire-date.ts'
import { useAdminForm } from '../../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/crud-form.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FieldRow } from '../../ui/field-row.tsx'
import { PagedSelect } from '../../ui/paged-select.tsx'
import { calendars } from '../calendars/calendars.queries.ts'
import { daysOff } from './days-off.queries.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi chiusura',
  created: 'Day Off creato con successo',
  updated: 'Day Off aggiornato con successo',
  deleted: 'Day Off eliminato con successo',
}

const NEW_DAY_OFF = { day_from: '', day_to: '', hour_from: '', hour_to: '', reason: '' }

const editable = (dayOff: DayOff) => ({
  ...dayOff,
  day_from: toFieldDate(dayOff.day_from),
  day_to: toFieldDate(dayOff.day_to),
})

export function DayOffForm({ dayOff, onDone }: { dayOff: DayOff | undefined; onDone: () => void }) {
  const form = useAdminForm(dayOffSchema, dayOff ? editable(dayOff) : NEW_DAY_OFF)
  const { register, control, formState } = form
  const { errors } = formState

  return (
    <CrudForm form={form} crud={daysOff} texts={TEXTS} item={dayOff} onDone={onDone} staysOnFailure>
      <FieldRow>
        <TextField
          label="Data inizio"
          type="date"
          required
          error={errors.day_from?.message}
          {...register('day_from')}
        />
        <TextField label="Data fine" type="date" required error={errors.day_to?.message} {...register('day_to')} />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Ora inizio"
          type="time"
          required
          error={errors.hour_from?.message}
          {...register('hour_from')}
        />
        <TextField label="Ora fine" type="time" required error={errors.hour_to?.message} {...register('hour_to')} />
      </FieldRow>
      <TextArea label="Motivo" rows={3} required error={errors.reason?.message} {...register('reason')} />
      <Controller
        control={control}
        name="calendar_id"
        render={({ field: { value, onChange, onBlur } }) => (
          <PagedSelect
            label="Calendario"
            placeholder="Scegli un calendario"
            list={calendars}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={errors.calendar_id?.message}
          />
        )}
      />
    </CrudForm>
  )
}
