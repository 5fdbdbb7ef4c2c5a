import { DEFAULT_SERVICE_COLOR, type Service, serviceFormSchema } from '@prenoto/core/services/service-schema.ts'
import { Controller } from 'react-hook-form'
import { ColorField } from '../../ui/admin-fields.tsx'
import { useAdminForm } from '../../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/crud-form.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { FieldRow } from '../../ui/field-row.tsx'
import { PagedSelect } from '../../ui/paged-select.tsx'
import { calendars } from '../calendars/calendars.queries.ts'
import { PriceFields } from './price-fields.tsx'
import { services } from './services.queries.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi servizio',
  created: 'Servizio creato con successo',
  updated: 'Servizio aggiornato con successo',
  deleted: 'Servizio eliminato con successo',
}

const NEW_SERVICE = {
  name: '',
  amount: '',
  discounted_amount: '',
  description: '',
  color: DEFAULT_SERVICE_COLOR,
  notes: '',
  internal_notes: '',
  allow_medical_notes: false,
  allow_patient_notes: false,
  position: 1,
  visible_frontend: true,
  visible_api: false,
  calendar_id: 1,
}

export function ServiceForm({ service, onDone }: { service: Service | undefined; onDone: () => void }) {
  const form = useAdminForm(serviceFormSchema, service ?? NEW_SERVICE)
  const { register, control, formState } = form
  const { errors } = formState

  return (
    <CrudForm form={form} crud={services} texts={TEXTS} item={service} onDone={onDone}>
      <TextField label="Nome" autoComplete="off" required error={errors.name?.message} {...register('name')} />
      <FieldRow>
        <TextField
          label="Durata (min)"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
          error={errors.duration?.message}
          {...register('duration', { valueAsNumber: true })}
        />
        <TextField
          label="Posizione"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          error={errors.position?.message}
          {...register('position', { valueAsNumber: true })}
        />
      </FieldRow>
      <PriceFields register={register} errors={errors} />
      <TextArea label="Descrizione" required error={errors.description?.message} {...register('description')} />
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
            // They come in the order of their ids: if there is a calendar 1, it is the first.
            preferFirst={!service}
          />
        )}
      />
      <Controller
        control={control}
        name="color"
        render={({ field: { value, name, onChange, onBlur } }) => (
          <ColorField
            label="Colore"
            name={name}
            value={value ?? ''}
            onChange={onChange}
            onBlur={onBlur}
            error={errors.color?.message}
          />
        )}
      />
      <TextArea label="Note" rows={3} error={errors.notes?.message} {...register('notes')} />
      <TextArea label="Note interne" rows={3} error={errors.internal_notes?.message} {...register('internal_notes')} />
      <Checkbox label="Visibile sul sito" {...register('visible_frontend')} />
      <Checkbox label="Visibile tramite API" {...register('visible_api')} />
      <Checkbox label="Consenti note mediche" {...register('allow_medical_notes')} />
      <Checkbox label="Consenti note del paziente" {...register('allow_patient_notes')} />
    </CrudForm>
  )
}
