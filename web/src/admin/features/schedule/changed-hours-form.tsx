import { timesText } from '@prenoto/core/calendars/times-text.ts'
import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import { changedHoursSchema } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useWatch } from 'react-hook-form'
import { TextField } from '../../../ui/field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { fieldReference, fieldRegister, useAdminForm, useField } from '../../ui/forms/admin-form.ts'
import type { CrudTexts } from '../../ui/forms/crud-form.tsx'
import { type TypedTimes, WeekdayTimesFields } from '../calendars/weekday-times-fields.tsx'
import { toCancellation } from './booking-choices.ts'
import { ExceptionForm } from './exception-form.tsx'
import { changedHoursCrud, plannedHours, toDays } from './exceptions.queries.ts'
import { affectedBy } from './schedule.queries.ts'
import { useAffectedBookings } from './use-affected-bookings.ts'
import { offeredTimes, weekdaysBetween } from './week-times.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi orario diverso',
  created: 'Orario diverso creato con successo',
  updated: 'Orario diverso aggiornato con successo',
  deleted: 'Orario diverso eliminato con successo',
}

const LABELS = {
  calendar_id: null,
  day_from: 'Data inizio',
  day_to: 'Data fine',
  windows: 'Orari',
  reason: 'Motivo (facoltativo)',
  cancel: null,
}

const editable = (hours: ChangedHours) => {
  const { from, to } = toDays(hours)
  return { ...hours, day_from: from, day_to: to }
}

export type PlannedHours = {
  calendarId: number
  from: PlainDate
  to: PlainDate
  /** The calendar's times in the shown week. */
  times: TypedTimes[]
}

type ChangedHoursFormProps = {
  planned: PlannedHours
  /** Undefined for new ones. */
  hours: ChangedHours | undefined
  onDone: () => void
}

/** The form of changed hours. */
export function ChangedHoursForm({ planned, hours, onDone }: ChangedHoursFormProps) {
  const { calendarId, from, to, times } = planned
  const form = useAdminForm(
    changedHoursSchema,
    hours
      ? editable(hours)
      : {
          calendar_id: calendarId,
          day_from: from,
          day_to: to,
          windows: offeredTimes(times, weekdaysBetween(from, to)),
          reason: '',
        },
  )
  const { control } = form
  const typed = useWatch({ control })
  const affected = useAffectedBookings(affectedBy(plannedHours(typed)))
  const offered = weekdaysBetween(typed.day_from ?? '', typed.day_to ?? '')

  return (
    <ExceptionForm
      form={form}
      crud={changedHoursCrud(calendarId, toCancellation(affected.choices))}
      affected={affected}
      affectedBy={(saved) => affectedBy(plannedHours(editable(saved)))}
      words={{ where: 'fuori dal nuovo orario', saved: 'l’orario', title: 'L’orario è salvato' }}
      texts={TEXTS}
      item={hours}
      labels={LABELS}
      formats={{ windows: (windows) => timesText(windows as TypedTimes[]) }}
      toValues={editable}
      onDone={onDone}
    >
      <FieldRow>
        <DateField label={LABELS.day_from} required {...useField({ control, name: 'day_from' })} />
        <DateField label={LABELS.day_to} required {...useField({ control, name: 'day_to' })} />
      </FieldRow>
      <p className="muted text-s">In questi giorni vale solo quest’orario; nei giorni senza orario non lavora.</p>
      <WeekdayTimesFields
        fieldRef={fieldReference(form)('windows')}
        title="Orario"
        addText="Altre ore"
        offered={offered}
        newTimes={() => ({ weekdays: offered, from: '', to: '' })}
      />
      <TextField
        label={LABELS.reason}
        autoComplete="off"
        hint="Lo vede solo chi lavora qui."
        {...fieldRegister(form)('reason')}
      />
    </ExceptionForm>
  )
}
