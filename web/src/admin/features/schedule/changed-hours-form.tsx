import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import { changedHoursSchema } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { TextField } from '../../../ui/field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { fieldRefsOf, fieldsOf, useAdminForm, useField } from '../../ui/forms/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/forms/crud-form.tsx'
import { timesText } from '../calendars/times-text.ts'
import { type TypedTimes, WeekdayTimesFields } from '../calendars/weekday-times-fields.tsx'
import { AffectedBookings } from './affected-bookings.tsx'
import { type Choices, cancellationOf, LEAVE_ALL } from './booking-choices.ts'
import { affectedByHours, changedHoursOf, daysOf } from './changed-hours.queries.ts'
import styles from './changed-hours-form.module.css'
import { useBookingsAfterSaving, useRefreshAfterClosure } from './days-off.queries.ts'
import { RemainingBookings } from './remaining-bookings.tsx'
import { offeredTimes, weekdaysBetween } from './week-times.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi orario',
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
  const { from, to } = daysOf(hours)
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

/** Form of changed hours with a choice for each booking outside them, then the list of bookings to reschedule. */
export function ChangedHoursForm(props: ChangedHoursFormProps) {
  const { onDone } = props
  const { remaining, onSaved } = useBookingsAfterSaving(onDone)
  return remaining.isIdle ? (
    <Fields
      {...props}
      onSaved={(saved, choices) => onSaved(saved.cancelled, { affected: affectedByHours(editable(saved))!, choices })}
    />
  ) : (
    <RemainingBookings query={remaining} title="L’orario è salvato" onDone={onDone} />
  )
}

type FieldsProps = ChangedHoursFormProps & { onSaved: (saved: ChangedHours, choices: Choices) => void }

function Fields({ planned: { calendarId, from, to, times }, hours, onDone, onSaved }: FieldsProps) {
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
  const [choices, setChoices] = useState(LEAVE_ALL)
  const typed = useWatch({ control })
  const offered = weekdaysBetween(typed.day_from ?? '', typed.day_to ?? '')
  const refreshAfterClosure = useRefreshAfterClosure()
  const crud = changedHoursOf(calendarId, cancellationOf(choices))

  return (
    <CrudForm
      form={form}
      crud={{
        ...crud,
        remove: (id) => crud.remove(id).finally(refreshAfterClosure),
        restore: (id) => crud.restore(id).finally(refreshAfterClosure),
      }}
      texts={TEXTS}
      item={hours}
      labels={LABELS}
      formats={{ windows: (windows) => timesText(windows as TypedTimes[]) }}
      valuesOf={editable}
      onDone={onDone}
      onSaved={(saved) => onSaved(saved, choices)}
      staysOnFailure
    >
      <FieldRow>
        <DateField label={LABELS.day_from} required {...useField({ control, name: 'day_from' })} />
        <DateField label={LABELS.day_to} required {...useField({ control, name: 'day_to' })} />
      </FieldRow>
      <p className={styles.hint}>In questi giorni vale solo quest’orario; nei giorni senza orario non lavora.</p>
      <WeekdayTimesFields
        fieldRef={fieldRefsOf(form)('windows')}
        title="Orario"
        addText="Aggiungi un orario"
        offered={offered}
        newTimes={() => ({ weekdays: offered, from: '', to: '' })}
      />
      <TextField
        label={LABELS.reason}
        autoComplete="off"
        hint="Lo vede solo chi lavora qui."
        {...fieldsOf(form)('reason')}
      />
      <AffectedBookings
        affected={affectedByHours(typed)}
        where="fuori dal nuovo orario"
        saved="l’orario"
        choices={choices}
        onChange={setChoices}
      />
    </CrudForm>
  )
}
