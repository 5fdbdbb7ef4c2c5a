import { CHOICE } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatDate, formatMonths, formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { ChoiceForm, type OnChoose } from './choice-form.tsx'
import { type Choice, countSlots } from './chosen-visit.ts'
import styles from './day-strip.module.css'
import { daysFrom, neighbours } from './day-window.ts'

type DayStripProps = {
  choice: Choice
  today: PlainDate
  lastDay: PlainDate
  freeSlots: (day: PlainDate) => number
  onChoose: OnChoose
}

/** Five days in a row; the arrows move them by one. */
export function DayStrip({ choice, today, lastDay, freeSlots, onChoose }: DayStripProps) {
  const { start, day: selected, hour } = choice
  const { previous, next } = neighbours(start, today, lastDay)
  const days = daysFrom(start)
  return (
    <div>
      <div className={styles.head}>
        <h2 className={styles.title} aria-live="polite">
          Calendario <span className={styles.month}>{formatMonths(start, days.at(-1)!)}</span>
        </h2>
        <ChoiceForm className={styles.arrows} keeps={{ day: selected, hour }} onChoose={onChoose}>
          <Arrow label="Giorno precedente" to={previous} />
          <Arrow label="Giorno successivo" to={next} />
        </ChoiceForm>
      </div>
      <ChoiceForm keeps={{ start: start === today ? undefined : start }} onChoose={onChoose}>
        <ul className={styles.days}>
          {days.map((day) => {
            const free = freeSlots(day)
            const [weekday, number, month] = formatShortDay(day).split(' ')
            return (
              <li key={day}>
                <button
                  type="submit"
                  name={CHOICE.day}
                  value={day}
                  className={[styles.day, free > 0 ? styles.free : styles.full, day === today && styles.today]
                    .filter(Boolean)
                    .join(' ')}
                  aria-pressed={day === selected}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <VisuallyHidden>
                    {formatDate(day)}, {countSlots(free)}
                  </VisuallyHidden>
                  <span className={styles.small} aria-hidden="true">
                    {day === today ? 'oggi' : weekday}
                  </span>
                  <span className={styles.number} aria-hidden="true">
                    {number}
                  </span>
                  <span className={styles.small} aria-hidden="true">
                    {month}
                  </span>
                  <span className={styles.mark} aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      </ChoiceForm>
    </div>
  )
}

/** At an end it stays in place and does nothing, so that the focus stays too. */
function Arrow({ label, to }: { label: string; to?: PlainDate }) {
  const Icon = label === 'Giorno precedente' ? ChevronLeft : ChevronRight
  return (
    <button
      type={to ? 'submit' : 'button'}
      name={CHOICE.start}
      value={to}
      className={styles.arrow}
      aria-label={label}
      aria-disabled={to === undefined}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  )
}
