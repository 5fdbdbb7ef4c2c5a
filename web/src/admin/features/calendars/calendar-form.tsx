import { type Calendar, calendarSchema } from '@prenoto/core/calendars/calendar-schema.ts'
import { type OpeningHours, openingHoursFields, toRegularWeek } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { otherWeeksText, timesText } from '@prenoto/core/calendars/times-text.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { type ReactNode, useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { TextField } from '../../../ui/field.tsx'
import { OptionalNumberField } from '../../ui/fields/optional-number-field.tsx'
import { describePicture, PictureField } from '../../ui/fields/picture-field.tsx'
import { fieldReference, fieldRegister, useAdminForm } from '../../ui/forms/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/forms/crud-form.tsx'
import type { Formats } from '../../ui/forms/differences.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { CALENDAR_LABELS, CalendarFields } from './calendar-fields.tsx'
import { calendars } from './calendars.queries.ts'
import { RegularHours, ROTA_LABELS } from './regular-hours.tsx'
import { HOURS_LABELS } from './week-grid.tsx'
import type { TypedTimes } from './weekday-times-fields.tsx'

const TEXTS: CrudTexts = {
  add: 'Aggiungi calendario',
  created: 'Calendario creato con successo',
  updated: 'Calendario aggiornato con successo',
  deleted: 'Calendario eliminato con successo',
}

const VISITOR_LABELS = {
  public_name: 'Nome per i clienti',
  public_note: 'Presentazione (facoltativa)',
  picture: 'Immagine (facoltativa)',
  max_bookings_per_day: 'Prenotazioni al giorno, al massimo',
}

/** The fields that affect the public site. */
const VISITOR_FIELDS = ['public_name', 'public_note', 'picture', 'max_bookings_per_day'] as const

const LABELS = { ...CALENDAR_LABELS, ...HOURS_LABELS, pauses: 'Pause', ...ROTA_LABELS, ...VISITOR_LABELS }

const NEW_CALENDAR = {
  name: '',
  description: '',
  from: '',
  to: '',
  simultaneous_bookings_number: 1,
  public_name: '',
  public_note: '',
  picture: '',
  max_bookings_per_day: 0,
  pauses: [],
  rota_from: '',
  other_weeks: [],
  ...Object.fromEntries(openingHoursFields.map((field) => [field, ''])),
}

const editable = (calendar: Calendar) => ({
  ...calendar,
  from: parseItalianDate(calendar.from),
  to: parseItalianDate(calendar.to),
  rota_from: parseItalianDate(calendar.rota_from),
})

const FORMATS: Formats = {
  picture: describePicture,
  pauses: (pauses) => timesText(pauses as TypedTimes[]) || 'nessuna',
  other_weeks: (weeks) => otherWeeksText((weeks as OpeningHours[]).map(toRegularWeek)) || 'nessuna',
}

type CalendarFormProps = { calendar: Calendar | undefined; onDone: () => void; children?: ReactNode }

export function CalendarForm({ calendar, onDone, children }: CalendarFormProps) {
  const form = useAdminForm(calendarSchema, calendar ? editable(calendar) : NEW_CALENDAR)
  const { control, formState } = form
  const field = fieldRegister(form)
  const visitors = useWatch({ control, name: VISITOR_FIELDS })
  // The 28 fields are slow to render, so the panel opens without them.
  const showsWeek = useDeferredValue(true, false)

  return (
    <CrudForm
      form={form}
      crud={calendars}
      texts={TEXTS}
      item={calendar}
      labels={LABELS}
      formats={FORMATS}
      toValues={editable}
      onDone={onDone}
    >
      <CalendarFields field={field} fieldRef={fieldReference(form)} />
      {showsWeek && <RegularHours form={form} />}
      <Disclosure
        title="Per i clienti"
        note="Come si chiama sul sito e quante prenotazioni prende in un giorno."
        isUsed={visitors.some(Boolean)}
        hasProblem={VISITOR_FIELDS.some((name) => formState.errors[name])}
      >
        <TextField
          label={VISITOR_LABELS.public_name}
          autoComplete="off"
          hint="Vuoto: il nome del calendario."
          {...field('public_name')}
        />
        <TextField
          label={VISITOR_LABELS.public_note}
          autoComplete="off"
          maxLength={120}
          hint="Una riga accanto al nome per i clienti, ad esempio «Colore e acconciature»."
          {...field('public_note')}
        />
        <PictureField
          control={control}
          name="picture"
          label={VISITOR_LABELS.picture}
          hint="La vede chi può scegliere con chi prenotare."
        />
        <OptionalNumberField
          {...fieldReference(form)('max_bookings_per_day')}
          label="Limite al giorno"
          hint="Quante prenotazioni prende in un giorno, anche se ci sono ancora orari liberi."
          numberLabel={VISITOR_LABELS.max_bookings_per_day}
          initial={10}
        />
      </Disclosure>
      {children}
    </CrudForm>
  )
}
