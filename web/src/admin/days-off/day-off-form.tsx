import { closedBookingsSchema, type DayOff, dayOffSchema } from '@prenoto/core/days-off/day-off-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { TextArea } from '../../ui/field.tsx'
import { CALENDAR_LABEL, CalendarSelect } from '../calendars/calendar-select.tsx'
import { useCalendarNames } from '../calendars/calendars.queries.ts'
import { fieldsOf, useAdminForm, useField } from '../ui/admin-form.ts'
import { CrudForm, type CrudTexts } from '../ui/crud-form.tsx'
import { DateField } from '../ui/date-field.tsx'
import { FieldRow } from '../ui/field-row.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { BookingsLeft } from './bookings-left.tsx'
import { type Choices, isAnythingToDo, LEAVE_ALL } from './choices.ts'
import { ClosedBookings } from './closed-bookings.tsx'
import { daysOff, useCarryOut } from './days-off.queries.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi chiusura',
  created: 'Day Off creato con successo',
  updated: 'Day Off aggiornato con successo',
  deleted: 'Day Off eliminato con successo',
}

const LABELS = {
  day_from: 'Data inizio',
  day_to: 'Data fine',
  hour_from: 'Ora inizio',
  hour_to: 'Ora fine',
  reason: 'Motivo',
  calendar_id: CALENDAR_LABEL,
}

const NEW_DAY_OFF = { day_from: '', day_to: '', hour_from: '', hour_to: '', reason: '' }

const editable = (dayOff: DayOff) => ({
  ...dayOff,
  day_from: parseItalianDate(dayOff.day_from),
  day_to: parseItalianDate(dayOff.day_to),
})

type DayOffFormProps = { dayOff: DayOff | undefined; onDone: () => void }

/** A closure; what becomes of the bookings in it is chosen before it is saved, and done after. */
export function DayOffForm({ dayOff, onDone }: DayOffFormProps) {
  const work = useCarryOut()

  const carryOut = (saved: DayOff, choices: Choices) => {
    if (!isAnythingToDo(choices)) return onDone()
    const onSuccess = (left: unknown[]) => left.length === 0 && onDone()
    work.mutate({ time: closedBookingsSchema.parse(saved), choices }, { onSuccess })
  }

  return work.isIdle ? (
    <ClosureForm dayOff={dayOff} onDone={onDone} onSaved={carryOut} />
  ) : (
    <BookingsLeft work={work} onDone={onDone} />
  )
}

type ClosureFormProps = DayOffFormProps & { onSaved: (saved: DayOff, choices: Choices) => void }

function ClosureForm({ dayOff, onDone, onSaved }: ClosureFormProps) {
  const form = useAdminForm(dayOffSchema, dayOff ? editable(dayOff) : NEW_DAY_OFF)
  const { control } = form
  const field = fieldsOf(form)
  const [choices, setChoices] = useState(LEAVE_ALL)
  const time = useWatch({ control, compute: (typed) => closedBookingsSchema.safeParse(typed).data })

  return (
    <CrudForm
      form={form}
      crud={daysOff}
      texts={TEXTS}
      item={dayOff}
      labels={LABELS}
      readings={{ calendar_id: useCalendarNames() }}
      valuesOf={editable}
      onDone={onDone}
      onSaved={(saved) => onSaved(saved, choices)}
      staysOnFailure
    >
      <FieldRow>
        <DateField label={LABELS.day_from} required {...useField({ control, name: 'day_from' })} />
        <DateField label={LABELS.day_to} required {...useField({ control, name: 'day_to' })} />
      </FieldRow>
      <FieldRow>
        <TimeField label={LABELS.hour_from} required {...useField({ control, name: 'hour_from' })} />
        <TimeField label={LABELS.hour_to} required {...useField({ control, name: 'hour_to' })} />
      </FieldRow>
      <TextArea label={LABELS.reason} rows={3} required {...field('reason')} />
      <CalendarSelect control={control} />
      <ClosedBookings time={time} choices={choices} onChange={setChoices} />
    </CrudForm>
  )
}
