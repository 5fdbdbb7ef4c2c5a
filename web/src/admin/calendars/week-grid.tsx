import {
  type HalfDay,
  type OpeningHoursField,
  type Weekday,
  weekdays,
} from '@prenoto/core/availability/opening-hours.ts'
import { CircleAlert } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { dayNames } from './day-names.ts'
import styles from './week-grid.module.css'

const HALVES: Record<HalfDay, string> = { morning: 'Mattina', afternoon: 'Pomeriggio' }
const ENDS = { from: 'dalle', to: 'alle' } as const

type WeekGridProps = {
  register: (field: OpeningHoursField) => UseFormRegisterReturn
  errors: { [field in OpeningHoursField]?: { message?: string } }
}

/** The 28 times of a week: a row a day, two pairs each. An empty pair is closed. */
export function WeekGrid({ register, errors }: WeekGridProps) {
  return (
    <fieldset className={styles.week}>
      <legend className={styles.legend}>Orari di apertura</legend>
      <p className={styles.hint}>Lascia vuoto quando è chiuso.</p>
      {weekdays.map((day) => (
        <Day key={day} day={day} register={register} errors={errors} />
      ))}
    </fieldset>
  )
}

function Day({ day, register, errors }: WeekGridProps & { day: Weekday }) {
  const halves = Object.keys(HALVES) as HalfDay[]
  return (
    <fieldset className={styles.day}>
      <legend className={styles.name}>{dayNames[day]}</legend>
      {halves.map((half) => {
        const [from, to]: OpeningHoursField[] = [`${day}_${half}_from`, `${day}_${half}_to`]
        const wrong = errors[from!] ?? errors[to!]
        const id = `${day}-${half}-error`
        return (
          <div key={half} className={styles.half}>
            <span className={styles.which} aria-hidden="true">
              {HALVES[half]}
            </span>
            <div className={styles.pair}>
              {([from, to] as OpeningHoursField[]).map((field, i) => (
                <input
                  key={field}
                  type="time"
                  className={styles.time}
                  aria-label={`${dayNames[day]}, ${HALVES[half].toLowerCase()}, ${i === 0 ? ENDS.from : ENDS.to}`}
                  aria-invalid={errors[field] ? true : undefined}
                  aria-describedby={wrong ? id : undefined}
                  {...register(field)}
                />
              ))}
            </div>
            {wrong?.message && (
              <p id={id} className={styles.error}>
                <CircleAlert size={15} aria-hidden="true" />
                {wrong.message}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
