import { type CalendarDate, parseDate } from '@internationalized/date'
import { formatMonth } from '@prenoto/core/time/format.ts'
import { addMonths, isPlainDate, type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { useWatch } from 'react-hook-form'
import { firstOfMonth } from '../../../lib/month-days.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import monthStyles from '../../ui/fields/fields.module.css'
import { useField } from '../../ui/forms/admin-form.ts'
import { useToday } from '../configuration/use-today.ts'
import { ClosureForm, type ClosureFormState, LABELS, WHOLE_DAY } from './closure-form.tsx'
import styles from './schedule.module.css'

const MONTHS_OFFERED = 12

/** Closes consecutive whole days. */
export const LeaveForm = ({ onDone }: { onDone: () => void }) => (
  <ClosureForm
    initialValues={{ ...WHOLE_DAY, reason: 'Ferie' }}
    draftName="leave new"
    TimeFields={FirstAndLastDay}
    onDone={onDone}
  />
)

const toPlainDate = (date: CalendarDate) => parsePlainDate(date.toString())

function FirstAndLastDay({ form: { control, setValue } }: { form: ClosureFormState }) {
  const id = useId()
  const today = useToday()
  const [focused, setFocused] = useState(today)
  const days = useWatch({ control, compute: ({ day_from, day_to }) => ({ day_from, day_to }) })
  const isRange = isPlainDate(days.day_from) && isPlainDate(days.day_to) && days.day_from <= days.day_to

  const choose = (day_from: PlainDate, day_to: PlainDate) => {
    setValue('day_from', day_from, { shouldDirty: true, shouldValidate: true })
    setValue('day_to', day_to, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <>
      <fieldset className={`grid bare gap-1 ${styles.months}`}>
        <legend id={id} className="mb-1 text-s medium">
          Mese
        </legend>
        {Array.from({ length: MONTHS_OFFERED }, (_, i) => addMonths(firstOfMonth(today), i)).map((offered) => (
          <button
            key={offered}
            type="button"
            className={`touch border rounded-s text-xs tabular-nums ${styles.month}`}
            aria-pressed={offered === firstOfMonth(focused)}
            onClick={() => setFocused(offered < today ? today : offered)}
          >
            {`${formatMonth(offered).slice(0, 3)} ${offered.slice(0, 4)}`}
          </button>
        ))}
      </fieldset>
      <RangeCalendar
        className={styles.range!}
        aria-label="Primo e ultimo giorno"
        minValue={parseDate(today)}
        focusedValue={parseDate(focused)}
        onFocusChange={(date) => setFocused(toPlainDate(date))}
        value={isRange ? { start: parseDate(days.day_from), end: parseDate(days.day_to) } : null}
        onChange={({ start, end }) => choose(toPlainDate(start), toPlainDate(end))}
      >
        <header className="row justify-between">
          <Button slot="previous" className={monthStyles.turn!} aria-label="Mese precedente">
            <ChevronLeft size={20} aria-hidden="true" />
          </Button>
          <CalendarHeading className={'text-s capitalized'} />
          <Button slot="next" className={monthStyles.turn!} aria-label="Mese successivo">
            <ChevronRight size={20} aria-hidden="true" />
          </Button>
        </header>
        <CalendarGrid weekdayStyle="short" className={styles.grid!}>
          <CalendarGridHeader>
            {(weekday) => <CalendarHeaderCell className={monthStyles.weekday!}>{weekday}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell date={date} className={`grid place-center tabular-nums cursor-pointer ${styles.day}`} />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </RangeCalendar>
      <FieldRow>
        <DateField label={LABELS.day_from} required {...useField({ control, name: 'day_from' })} />
        <DateField label={LABELS.day_to} required {...useField({ control, name: 'day_to' })} />
      </FieldRow>
    </>
  )
}
