import { ALL_CALENDARS, closedTimesSchema, closureFormSchema } from '@prenoto/core/days-off/closures-schema.ts'
import type { DayOff } from '@prenoto/core/days-off/day-off-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { type ComponentType, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { TextArea } from '../../../ui/field.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { fieldsOf, useAdminForm } from '../../ui/forms/admin-form.ts'
import { CrudForm, type CrudTexts } from '../../ui/forms/crud-form.tsx'
import { CALENDAR_LABEL, CalendarSelect } from '../calendars/calendar-select.tsx'
import { calendarsOrAll, useCalendarNames } from '../calendars/calendars.queries.ts'
import { BookingsLeft } from './bookings-left.tsx'
import { type Choices, cancelledBy, isAnythingToDo, LEAVE_ALL } from './choices.ts'
import { ClosedBookings } from './closed-bookings.tsx'
import {
  type ClosedTimes,
  type ClosureValues,
  closesSeveral,
  closuresOf,
  timesOf,
  useAfterClosing,
  useBookingsLeft,
} from './days-off.queries.ts'

const TEXTS: CrudTexts = {
  add: 'Aggiungi chiusura',
  created: 'Day Off creato con successo',
  updated: 'Day Off aggiornato con successo',
  deleted: 'Day Off eliminato con successo',
}

export const LABELS = {
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
  ...(closesSeveral(dayOff) && { calendar_id: ALL_CALENDARS }),
})

const useClosureForm = (dayOff: DayOff | undefined, begin: Partial<ClosureValues> | undefined) =>
  useAdminForm(
    closureFormSchema,
    dayOff ? editable(dayOff) : { ...NEW_DAY_OFF, ...(begin && { calendar_id: ALL_CALENDARS, ...begin }) },
  )

export type ClosureFormState = ReturnType<typeof useClosureForm>

type ClosureFormProps = {
  /** The one that is changed. */
  dayOff?: DayOff
  /** What a new one begins with; then it closes all calendars unless another is chosen. */
  begin?: Partial<ClosureValues>
  /** Under which name what was typed is kept. */
  draftName?: string
  /** The fields that say when it is closed. */
  When: ComponentType<{ form: ClosureFormState }>
  onDone: () => void
}

/** A closure; what becomes of the bookings in it is chosen before it is saved, and done with it. */
export function ClosureForm(props: ClosureFormProps) {
  const { onDone } = props
  const left = useBookingsLeft()
  const afterClosing = useAfterClosing()

  const goOn = (saved: DayOff, choices: Choices) => {
    const work = { times: timesOf(saved), choices }
    afterClosing(saved.cancelled, () => left.mutate(work))
    if (!isAnythingToDo(choices)) return onDone()
    left.mutate(work, { onSuccess: (bookings) => bookings.length === 0 && onDone() })
  }

  return left.isIdle ? <Fields {...props} onSaved={goOn} /> : <BookingsLeft work={left} onDone={onDone} />
}

type FieldsProps = ClosureFormProps & { onSaved: (saved: DayOff, choices: Choices) => void }

function Fields({ dayOff, begin, draftName, When, onDone, onSaved }: FieldsProps) {
  const form = useClosureForm(dayOff, begin)
  const { control } = form
  const [choices, setChoices] = useState(LEAVE_ALL)
  const times = useWatch({ control, compute: (typed) => timesTyped(typed, dayOff) })
  const calendarId = useWatch({ control, name: 'calendar_id' })
  const afterClosing = useAfterClosing()
  const crud = closuresOf({ dayOff, calendarId, cancel: cancelledBy(choices) })

  return (
    <CrudForm
      form={form}
      crud={{
        ...crud,
        remove: (id) => crud.remove(id).finally(afterClosing),
        restore: (id) => crud.restore(id).finally(afterClosing),
      }}
      texts={TEXTS}
      item={dayOff}
      draftName={draftName}
      labels={LABELS}
      readings={{ calendar_id: useCalendarNames() }}
      valuesOf={editable}
      onDone={onDone}
      onSaved={(saved) => onSaved(saved, choices)}
      staysOnFailure
    >
      <When form={form} />
      <Reason form={form} />
      <WhichCalendars form={form} dayOff={dayOff} isForAll={begin !== undefined} />
      <ClosedBookings times={times} choices={choices} onChange={setChoices} />
    </CrudForm>
  )
}

/** A component of its own, like the fields before it: a refused save goes to the first field in the order of their rendering. */
function Reason({ form }: { form: ClosureFormState }) {
  return <TextArea label={LABELS.reason} rows={3} required {...fieldsOf(form)('reason')} />
}

type WhichCalendarsProps = { form: ClosureFormState; dayOff: DayOff | undefined; isForAll: boolean }

function WhichCalendars({ form, dayOff, isForAll }: WhichCalendarsProps) {
  if (!dayOff || !closesSeveral(dayOff))
    return <CalendarSelect control={form.control} list={dayOff ? undefined : calendarsOrAll} preferFirst={isForAll} />
  return (
    <SelectField
      label="Modifica per"
      hint="Un calendario che cambi da solo resta chiuso per conto suo."
      {...fieldsOf(form)('calendar_id', { valueAsNumber: true })}
    >
      <option value={ALL_CALENDARS}>{severalOf(dayOff)}</option>
      {dayOff.calendars!.map(({ calendar_id, calendar_name }) => (
        <option key={calendar_id} value={calendar_id}>
          Solo {calendar_name}
        </option>
      ))}
    </SelectField>
  )
}

const severalOf = ({ of_all, calendars }: DayOff) =>
  of_all ? 'Tutti i calendari' : `Tutti e ${calendars!.length} i calendari`

/** Undefined as long as it is not typed. */
function timesTyped(typed: Partial<ClosureValues>, dayOff: DayOff | undefined): ClosedTimes | undefined {
  const { calendar_id, ...span } = typed
  if (calendar_id === undefined) return undefined
  const all = closesSeveral(dayOff) ? dayOff!.calendars!.map((one) => one.calendar_id) : null
  const calendar_ids = calendar_id === ALL_CALENDARS ? all : [calendar_id]
  const times = closedTimesSchema.safeParse({ calendar_ids, spans: [span] }).data
  return times && { calendar_ids, spans: times.spans }
}
