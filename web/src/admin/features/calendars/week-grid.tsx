import { type HalfDay, type Weekday, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import type { CalendarForm, CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import { halves, type OpeningHoursField } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Control } from 'react-hook-form'
import { TimeInput } from '../../ui/fields/time-field.tsx'
import { useField } from '../../ui/forms/admin-form.ts'
import { dayNames } from './day-names.ts'
import styles from './week-grid.module.css'

const HALVES: Record<HalfDay, string> = { morning: 'Mattina', afternoon: 'Pomeriggio' }

/** 'Lunedì, mattina, dalle' */
const formatLabel = (day: Weekday, half: HalfDay, end: 'from' | 'to') =>
  `${dayNames[day]}, ${HALVES[half].toLowerCase()}, ${end === 'from' ? 'dalle' : 'alle'}`

export const HOURS_LABELS = Object.fromEntries(
  weekdays.flatMap((day) =>
    halves.flatMap((half) =>
      (['from', 'to'] as const).map((end) => [`${day}_${half}_${end}`, formatLabel(day, half, end)]),
    ),
  ),
) as Record<OpeningHoursField, string>

type CalendarControl = Control<CalendarForm, unknown, CalendarInput>

/** The opening hours of a week: two pairs of times a day; an empty pair means closed. */
export function WeekGrid({ control }: { control: CalendarControl }) {
  return (
    <fieldset className={styles.week}>
      <legend className={styles.legend}>Orari di apertura</legend>
      <p className={styles.hint}>Lascia vuoto quando è chiuso.</p>
      {weekdays.map((day) => (
        <fieldset key={day} className={styles.day}>
          <legend className={styles.name}>{dayNames[day]}</legend>
          <Half control={control} day={day} half="morning" />
          <Half control={control} day={day} half="afternoon" />
        </fieldset>
      ))}
    </fieldset>
  )
}

function Half({ control, day, half }: { control: CalendarControl; day: Weekday; half: HalfDay }) {
  const id = useId()
  const { error: fromError, ...from } = useField({ control, name: `${day}_${half}_from` })
  const { error: toError, ...to } = useField({ control, name: `${day}_${half}_to` })
  const message = fromError ?? toError
  const problem = message && `${id}-error`
  return (
    <div className={styles.half}>
      <span className={styles.which} aria-hidden="true">
        {HALVES[half]}
      </span>
      <div className={styles.pair}>
        <TimeInput
          aria-label={HOURS_LABELS[`${day}_${half}_from`]}
          isInvalid={!!fromError}
          aria-describedby={problem}
          {...from}
        />
        <TimeInput
          aria-label={HOURS_LABELS[`${day}_${half}_to`]}
          isInvalid={!!toError}
          aria-describedby={problem}
          {...to}
        />
      </div>
      {message && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert size={15} aria-hidden="true" />
          <span>{message}</span>
        </p>
      )}
    </div>
  )
}
