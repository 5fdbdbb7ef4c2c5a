import { type Opening, specialOpeningSchema } from '@prenoto/core/schedule/special-opening-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { TextField } from '../../../ui/field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { fieldRegister, useAdminForm, useField } from '../../ui/forms/admin-form.ts'
import type { CrudTexts } from '../../ui/forms/crud-form.tsx'
import { SidePanel } from '../../ui/panels/side-panel.tsx'
import { LabelledWindow } from '../calendars/day-hours.tsx'
import { ExceptionForm } from './exception-form.tsx'
import { specialOpeningsCrud } from './exceptions.queries.ts'

type SpecialOpeningPanelProps = {
  calendarId: number
  /** Undefined for a new one. */
  opening: Opening | undefined
  isOpen: boolean
  onClose: () => void
}

/** Panel for a new or an edited special opening, above the calendar's panel. */
export function SpecialOpeningPanel({ calendarId, opening, isOpen, onClose }: SpecialOpeningPanelProps) {
  return (
    <SidePanel
      title={opening ? 'Modifica apertura straordinaria' : 'Nuova apertura straordinaria'}
      isOpen={isOpen}
      onClose={onClose}
    >
      <SpecialOpeningForm calendarId={calendarId} opening={opening} onDone={onClose} />
    </SidePanel>
  )
}

const TEXTS: CrudTexts = {
  add: 'Aggiungi apertura',
  created: 'Apertura straordinaria creata con successo',
  updated: 'Apertura straordinaria aggiornata con successo',
  deleted: 'Apertura straordinaria eliminata con successo',
}

const LABELS = { calendar_id: null, day: 'Data', hour_from: 'Dalle', hour_to: 'Alle', reason: 'Motivo (facoltativo)' }

const NEW_OPENING = { day: '', hour_from: '', hour_to: '', reason: '' }

const editable = (opening: Opening) => ({ ...opening, day: parseItalianDate(opening.day) })

type SpecialOpeningFormProps = { calendarId: number; opening: Opening | undefined; onDone: () => void }

function SpecialOpeningForm({ calendarId, opening, onDone }: SpecialOpeningFormProps) {
  const values = opening ? editable(opening) : NEW_OPENING
  const form = useAdminForm(specialOpeningSchema, { ...values, calendar_id: calendarId })
  const { control } = form
  const field = fieldRegister(form)
  return (
    <ExceptionForm
      form={form}
      crud={specialOpeningsCrud(calendarId)}
      texts={TEXTS}
      item={opening}
      labels={LABELS}
      toValues={editable}
      onDone={onDone}
    >
      <DateField label={LABELS.day} required {...useField({ control, name: 'day' })} />
      <LabelledWindow
        from={{ label: LABELS.hour_from, ...useField({ control, name: 'hour_from' }) }}
        to={{ label: LABELS.hour_to, ...useField({ control, name: 'hour_to' }) }}
      />
      <TextField
        label={LABELS.reason}
        autoComplete="off"
        hint="Si aggiunge agli orari di quel giorno; le chiusure restano chiuse."
        {...field('reason')}
      />
    </ExceptionForm>
  )
}
