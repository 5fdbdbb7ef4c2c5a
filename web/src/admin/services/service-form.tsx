import { DEFAULT_SERVICE_COLOR, type Service, serviceFormSchema } from '@prenoto/core/services/service-schema.ts'
import { Controller, useWatch } from 'react-hook-form'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { CalendarSelect } from '../calendars/calendar-select.tsx'
import { ColorField } from '../ui/admin-fields.tsx'
import { fieldsOf, useAdminForm } from '../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../ui/crud-form.tsx'
import { FieldRow } from '../ui/field-row.tsx'
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

const comma = (amount: string) => amount.replace('.', ',')

/** A service with its prices as they read everywhere. */
const editable = (service: Service) => ({
  ...service,
  amount: comma(service.amount),
  discounted_amount: service.discounted_amount && comma(service.discounted_amount),
})

export function ServiceForm({ service, onDone }: { service: Service | undefined; onDone: () => void }) {
  const form = useAdminForm(serviceFormSchema, service ? editable(service) : NEW_SERVICE)
  const { control } = form
  const field = fieldsOf(form)
  const prices = useWatch({ control, name: ['amount', 'discounted_amount'] })

  return (
    <CrudForm form={form} crud={services} texts={TEXTS} item={service} onDone={onDone}>
      <TextField label="Nome" autoComplete="off" required {...field('name')} />
      <FieldRow>
        <TextField
          label="Durata (min)"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
          {...field('duration', { valueAsNumber: true })}
        />
        <TextField
          label="Posizione"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          {...field('position', { valueAsNumber: true })}
        />
      </FieldRow>
      <PriceFields field={field} typed={prices} />
      <TextArea label="Descrizione" required {...field('description')} />
      <CalendarSelect control={control} preferFirst={!service} />
      <Controller
        control={control}
        name="color"
        render={({ field: { value, name, onChange, onBlur }, fieldState }) => (
          <ColorField
            label="Colore"
            name={name}
            value={value ?? ''}
            onChange={onChange}
            onBlur={onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea label="Note" rows={3} {...field('notes')} />
      <TextArea label="Note interne" rows={3} {...field('internal_notes')} />
      <Checkbox label="Visibile sul sito" {...field('visible_frontend')} />
      <Checkbox label="Visibile tramite API" {...field('visible_api')} />
      <Checkbox label="Consenti note mediche" {...field('allow_medical_notes')} />
      <Checkbox label="Consenti note del paziente" {...field('allow_patient_notes')} />
    </CrudForm>
  )
}
