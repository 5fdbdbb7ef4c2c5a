import { formatDate, formatMonth, formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './day-strip.module.css'
import { daysFrom, neighbours } from './day-window.ts'

type DayStripProps = {
  start: PlainDate
  today: PlainDate
  lastDay: PlainDate
  selected: PlainDate
  freeSlots: (day: PlainDate) => number
  onMove: (start: PlainDate) => void
  onSelect: (day: PlainDate) => void
}

/** Five days in a row; the arrows move them by one. */
export function DayStrip({ start, today, lastDay, selected, freeSlots, onMove, onSelect }: DayStripProps) {
  const { previous, next } = neighbours(start, today, lastDay)
  return (
    <div>
      <div className={styles.head}>
        <h2 className={styles.title} aria-live="polite">
          Calendario <span className={styles.month}>{formatMonth(start)}</span>
        </h2>
        <div className={styles.arrows}>
          <Arrow label="Giorno precedente" to={previous} onMove={onMove} />
          <Arrow label="Giorno successivo" to={next} onMove={onMove} />
        </div>
      </div>
      <ul className={styles.days}>
        {daysFrom(start).map((day) => {
          const free = freeSlots(day)
          const [weekday, number, month] = formatShortDay(day).split(' ')
          return (
            <li key={day}>
              <button
                type="button"
                className={[styles.day, free > 0 ? styles.free : styles.full, day === today && styles.today]
                  .filter(Boolean)
                  .join(' ')}
                aria-pressed={day === selected}
                aria-current={day === today ? 'date' : undefined}
                onClick={() => onSelect(day)}
              >
                <VisuallyHidden>
                  {formatDate(day)}, {free === 0 ? 'nessuno slot disponibile' : `${free} slot disponibili`}
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
    </div>
  )
}

/** At an end it stays in place and does nothing, so that the focus stays too. */
function Arrow({ label, to, onMove }: { label: string; to?: PlainDate; onMove: (start: PlainDate) => void }) {
  const Icon = label === 'Giorno precedente' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      className={styles.arrow}
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={() => to && onMove(to)}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  )
}
