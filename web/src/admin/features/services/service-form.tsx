import { type Service, serviceFormSchema } from '@prenoto/core/services/managed-service-schema.ts'
import { Controller, useWatch } from 'react-hook-form'
import { Checkbox, TextArea, TextField } from '../../../ui/field.tsx'
import { ColorField } from '../../ui/fields/admin-fields.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { describePicture, PictureField } from '../../ui/fields/picture-field.tsx'
import { fieldRegister, newValues, useAdminForm } from '../../ui/forms/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/forms/crud-form.tsx'
import { CALENDAR_LABEL, CalendarSelect } from '../calendars/calendar-select.tsx'
import { useCalendarNames } from '../calendars/calendars.queries.ts'
import { CALENDAR_TERMS_LABEL, CalendarTermsFields } from './calendar-terms-fields.tsx'
import { editableAmount, PRICE_LABELS, PriceFields } from './price-fields.tsx'
import { NO_PROCESSING } from './processing-fields.tsx'
import { DEFAULT_SCHEDULING, SCHEDULING_LABELS, SchedulingFields } from './scheduling-fields.tsx'
import { services } from './services.queries.ts'
import { VariantFields } from './variant-fields.tsx'

const TEXTS: CrudTexts = {
  add: 'Aggiungi servizio',
  created: 'Servizio creato con successo',
  updated: 'Servizio aggiornato con successo',
  deleted: 'Servizio eliminato con successo',
}

const LABELS = {
  name: 'Nome',
  duration: 'Durata (min)',
  position: 'Posizione',
  ...PRICE_LABELS,
  category: 'Categoria (facoltativa)',
  picture: 'Immagine (facoltativa)',
  description: 'Descrizione',
  preparation: 'Come prepararsi (facoltativo)',
  calendar_id: CALENDAR_LABEL,
  color: 'Colore',
  notes: 'Note',
  internal_notes: 'Note interne',
  visible_frontend: 'Visibile sul sito',
  visible_api: 'Visibile ad altri programmi',
  allow_medical_notes: 'Consenti note mediche',
  allow_patient_notes: 'Consenti note del paziente',
  variants: 'Varianti',
  by_calendar: CALENDAR_TERMS_LABEL,
  ...SCHEDULING_LABELS,
}

const NEW_SERVICE = newValues(serviceFormSchema, {
  name: '',
  duration: undefined,
  amount: '',
  description: '',
  preparation: '',
  category: '',
  picture: '',
  calendar_id: 1,
  variants: [],
  by_calendar: [],
  ...DEFAULT_SCHEDULING,
})

/** The form values of a service. */
const editable = (service: Service) => ({
  ...service,
  amount: editableAmount(service.amount),
  discounted_amount: service.discounted_amount && editableAmount(service.discounted_amount),
  variants: service.variants.map(({ amount, discounted_amount, ...variant }) => ({
    ...NO_PROCESSING,
    ...variant,
    amount: editableAmount(amount),
    discounted_amount: discounted_amount && editableAmount(discounted_amount),
  })),
  by_calendar: service.by_calendar.map(({ amount, discounted_amount, ...terms }) => ({
    ...terms,
    amount: amount && editableAmount(amount),
    discounted_amount: discounted_amount && editableAmount(discounted_amount),
  })),
})

export function ServiceForm({ service, onDone }: { service: Service | undefined; onDone: () => void }) {
  const form = useAdminForm(serviceFormSchema, service ? editable(service) : NEW_SERVICE)
  const { control } = form
  const field = fieldRegister(form)
  const prices = useWatch({ control, name: ['amount', 'discounted_amount'] })
  const calendarName = useCalendarNames()

  return (
    <CrudForm
      form={form}
      crud={services}
      texts={TEXTS}
      item={service}
      labels={LABELS}
      formats={{
        calendar_id: calendarName,
        other_calendar_ids: (ids) => (ids as number[]).map(calendarName).join(', ') || 'nessuno',
        picture: describePicture,
        by_calendar: (all) =>
          (all as Service['by_calendar']).map(({ calendar_id }) => calendarName(calendar_id)).join(', ') || 'nessuno',
        variants: (all) => (all as Service['variants']).map(({ name }) => name).join(', ') || 'nessuna',
      }}
      toValues={editable}
      onDone={onDone}
    >
      <TextField label={LABELS.name} autoComplete="off" required {...field('name')} />
      <FieldRow>
        <TextField
          label={LABELS.duration}
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
          {...field('duration', { valueAsNumber: true })}
        />
        <TextField
          label={LABELS.position}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          {...field('position', { valueAsNumber: true })}
        />
      </FieldRow>
      <PriceFields field={field} values={prices} />
      <TextArea label={LABELS.description} required {...field('description')} />
      <TextArea
        label={LABELS.preparation}
        rows={3}
        hint="Cosa deve fare il cliente prima della visita: lo legge quando prenota e nelle email."
        {...field('preparation')}
      />
      <PictureField control={control} name="picture" label={LABELS.picture} />
      <TextField
        label={LABELS.category}
        autoComplete="off"
        hint="Il titolo sotto cui sta in un elenco lungo: dai la stessa a servizi vicini."
        {...field('category')}
      />
      <CalendarSelect control={control} preferFirst={!service} />
      <Controller
        control={control}
        name="color"
        render={({ field: { value, name, onChange, onBlur }, fieldState }) => (
          <ColorField
            label={LABELS.color}
            name={name}
            value={value ?? ''}
            onChange={onChange}
            onBlur={onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea label={LABELS.notes} rows={3} {...field('notes')} />
      <TextArea label={LABELS.internal_notes} rows={3} {...field('internal_notes')} />
      <Checkbox label={LABELS.visible_frontend} {...field('visible_frontend')} />
      <Checkbox
        label={
          <>
            <span>{LABELS.visible_api}</span>
            <span className="block muted text-xs">I programmi con una chiave lo leggono e lo prenotano.</span>
          </>
        }
        {...field('visible_api')}
      />
      <Checkbox label={LABELS.allow_medical_notes} {...field('allow_medical_notes')} />
      <Checkbox label={LABELS.allow_patient_notes} {...field('allow_patient_notes')} />
      <VariantFields form={form} />
      <SchedulingFields form={form} />
      <CalendarTermsFields form={form} />
    </CrudForm>
  )
}
