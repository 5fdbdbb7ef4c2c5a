import { ALL_CALENDARS, closureFormSchema } from '@prenoto/core/schedule/closures-schema.ts'
import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { TextArea } from '../../../ui/field.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { fieldRegister, useAdminForm } from '../../ui/forms/admin-form.ts'
import type { CrudTexts } from '../../ui/forms/crud-form.tsx'
import { CALENDAR_LABEL, CalendarSelect } from '../calendars/calendar-select.tsx'
import { calendarsOrAll, useCalendarNames } from '../calendars/calendars.queries.ts'
import { toCancellation } from './booking-choices.ts'
import { ExceptionForm } from './exception-form.tsx'
import { affectedBy, type ClosureValues, closesSeveral, closuresCrud, plannedClosure } from './schedule.queries.ts'
import { useAffectedBookings } from './use-affected-bookings.ts'

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

const useClosureForm = (dayOff: DayOff | undefined, initialValues: Partial<ClosureValues> | undefined) =>
  useAdminForm(
    closureFormSchema,
    dayOff
      ? editable(dayOff)
      : { ...NEW_DAY_OFF, ...(initialValues && { calendar_id: ALL_CALENDARS, ...initialValues }) },
  )

type Hours = { hour_from: string; hour_to: string }

/** The hours of a whole day. Time inputs cannot express 24:00, and no opening hours end after 23:59. */
export const WHOLE_DAY: Hours = { hour_from: '00:00', hour_to: '23:59' }

export const isWholeDay = ({ hour_from, hour_to }: Hours) =>
  hour_from.slice(0, 5) === WHOLE_DAY.hour_from && hour_to.slice(0, 5) === WHOLE_DAY.hour_to

export type ClosureFormState = ReturnType<typeof useClosureForm>

type ClosureFormProps = {
  dayOff?: DayOff
  /** Values of a new closure, which then closes all calendars by default. */
  initialValues?: Partial<ClosureValues>
  /** The name of the draft of a new closure, and the page that opens it again. */
  draftName?: string
  page?: string | null
  /** Renders the fields for days and hours. */
  TimeFields: ComponentType<{ form: ClosureFormState }>
  onDone: () => void
}

/** The form of a closure. */
export function ClosureForm({ dayOff, initialValues, draftName, page, TimeFields, onDone }: ClosureFormProps) {
  const form = useClosureForm(dayOff, initialValues)
  const { control } = form
  const planned = useWatch({ control, compute: (typed) => typedClosure(typed, dayOff) })
  const calendarId = useWatch({ control, name: 'calendar_id' })
  const affected = useAffectedBookings(affectedBy(planned))

  return (
    <ExceptionForm
      form={form}
      crud={closuresCrud({ dayOff, calendarId, cancel: toCancellation(affected.choices) })}
      affected={affected}
      affectedBy={(saved) => affectedBy(plannedClosure(saved))}
      texts={TEXTS}
      item={dayOff}
      draftName={draftName}
      page={page}
      labels={LABELS}
      formats={{ calendar_id: useCalendarNames() }}
      toValues={editable}
      onDone={onDone}
    >
      <TimeFields form={form} />
      <Reason form={form} />
      <WhichCalendars form={form} dayOff={dayOff} isForAll={initialValues !== undefined} />
    </ExceptionForm>
  )
}

/** A component of its own, so that its field registers in visual order: errors focus the first registered field. */
function Reason({ form }: { form: ClosureFormState }) {
  return <TextArea label={LABELS.reason} rows={3} required {...fieldRegister(form)('reason')} />
}

type WhichCalendarsProps = { form: ClosureFormState; dayOff: DayOff | undefined; isForAll: boolean }

function WhichCalendars({ form, dayOff, isForAll }: WhichCalendarsProps) {
  if (!dayOff || !closesSeveral(dayOff))
    return <CalendarSelect control={form.control} list={dayOff ? undefined : calendarsOrAll} preferFirst={isForAll} />
  return (
    <SelectField
      label="Modifica per"
      hint="Un calendario che cambi da solo resta chiuso per conto suo."
      {...fieldRegister(form)('calendar_id', { valueAsNumber: true })}
    >
      <option value={ALL_CALENDARS}>{formatSeveral(dayOff)}</option>
      {dayOff.calendars!.map(({ calendar_id, calendar_name }) => (
        <option key={calendar_id} value={calendar_id}>
          {`Solo ${calendar_name}`}
        </option>
      ))}
    </SelectField>
  )
}

const formatSeveral = ({ of_all, calendars }: DayOff) =>
  of_all ? 'Tutti i calendari' : `Tutti e ${calendars!.length} i calendari`

/** The times to close; undefined without a calendar. */
function typedClosure({ calendar_id, ...span }: Partial<ClosureValues>, dayOff: DayOff | undefined) {
  if (calendar_id === undefined) return undefined
  const all = closesSeveral(dayOff) ? dayOff!.calendars!.map((one) => one.calendar_id) : null
  const calendar_ids = calendar_id === ALL_CALENDARS ? all : [calendar_id]
  return { calendar_ids, exceptions: [{ ...span, kind: 'closure' }] }
}
