import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import { type Calendar, calendarSchema } from '@prenoto/core/calendars/calendar-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { useDeferredValue } from 'react'
import { fieldsOf, placesOf, useAdminForm } from '../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../ui/crud-form.tsx'
import { PictureField, readPicture } from '../ui/picture-field.tsx'
import { CALENDAR_LABELS, CalendarFields } from './calendar-fields.tsx'
import { calendars } from './calendars.queries.ts'
import { HOURS_LABELS, WeekGrid } from './week-grid.tsx'

const TEXTS: CrudTexts = {
  add: 'Aggiungi calendario',
  created: 'Calendario creato con successo',
  updated: 'Calendario aggiornato con successo',
  deleted: 'Calendario eliminato con successo',
}

const LABELS = { ...CALENDAR_LABELS, picture: 'Immagine (facoltativa)', ...HOURS_LABELS }

const NEW_CALENDAR = {
  name: '',
  description: '',
  from: '',
  to: '',
  simultaneous_bookings_number: 1,
  picture: '',
  ...Object.fromEntries(openingHoursFields.map((field) => [field, ''])),
}

const editable = (calendar: Calendar) => ({
  ...calendar,
  from: parseItalianDate(calendar.from),
  to: parseItalianDate(calendar.to),
})

export function CalendarForm({ calendar, onDone }: { calendar: Calendar | undefined; onDone: () => void }) {
  const form = useAdminForm(calendarSchema, calendar ? editable(calendar) : NEW_CALENDAR)
  // Its 28 fields take a while to draw: they follow the panel, which does not wait for them.
  const showsWeek = useDeferredValue(true, false)

  return (
    <CrudForm
      form={form}
      crud={calendars}
      texts={TEXTS}
      item={calendar}
      labels={LABELS}
      readings={{ picture: readPicture }}
      valuesOf={editable}
      onDone={onDone}
    >
      <CalendarFields field={fieldsOf(form)} place={placesOf(form)} />
      <PictureField
        control={form.control}
        name="picture"
        label={LABELS.picture}
        hint="La vede chi può scegliere con chi prenotare."
      />
      {showsWeek && <WeekGrid control={form.control} />}
    </CrudForm>
  )
}
