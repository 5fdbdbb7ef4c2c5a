import { formatDay, formatLength, shortWeekdays } from '@prenoto/core/time/format.ts'
import { isoWeekday, type PlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { getPublicName } from '../../calendars/calendar-hours.queries.ts'
import styles from './agenda.module.css'
import type { Column } from './agenda-columns.ts'

type ColumnHeadProps = {
  column: Column
  id: string
  isToday: boolean
  isWeek: boolean
  onOpenDay: (day: PlainDate) => void
}

/** Name or day of a column, its opening hours and closures, and its free time. */
export function ColumnHead({ column, id, isToday, isWeek, onOpenDay }: ColumnHeadProps) {
  const free = column.gaps.reduce((sum, { from, to }) => sum + to - from, 0)
  return (
    <header className={`grid min-w-0 content-start border-b surface text-xs ${styles.head}`}>
      <h3 id={id} className="min-w-0 text-s">
        {isWeek ? (
          <button
            type="button"
            className={`block w-full muted text-s semibold hover-sunken ${styles.columnHeadDay}`}
            aria-current={isToday ? 'date' : undefined}
            onClick={() => onOpenDay(column.day)}
          >
            <span aria-hidden="true">
              <span>{`${shortWeekdays[isoWeekday(column.day) - 1]!} `}</span>
              <b className={`ink place-center text-m tabular-nums ${styles.number}`}>{toDateParts(column.day).day}</b>
            </span>
            <VisuallyHidden>{formatDay(column.day)}</VisuallyHidden>
          </button>
        ) : (
          <span className={`block truncate ${styles.name}`}>
            {column.calendar ? getPublicName(column.calendar) : 'Altri calendari'}
          </span>
        )}
      </h3>
      <p className={`muted truncate ${styles.free}`}>
        {column.open.length === 0 ? (
          'Chiuso'
        ) : (
          <>
            <VisuallyHidden>{`Aperto ${hoursText(column)}. `}</VisuallyHidden>
            <span>{free > 0 && `${formatLength(free)} liberi`}</span>
          </>
        )}
      </p>
      {column.closed.length > 0 && (
        <ul className={styles.closed}>
          {column.closed.map(({ id, hours, reason, calendar_name }) => (
            <li key={id} title={`Chiuso ${hours}: ${reason}, ${calendar_name}`}>
              <span>{`Chiuso ${hours}`}</span>
              <span className={styles.reason}>{`: ${reason}${!column.calendar ? `, ${calendar_name}` : ''}`}</span>
            </li>
          ))}
        </ul>
      )}
    </header>
  )
}

const shortTime = (minute: number) => toShortTime(toPlainTime(minute % 1440))

/** 'dalle 09:00 alle 13:00 e dalle 14:00 alle 19:00' */
const hoursText = ({ open }: Column) =>
  open.map(({ from, to }) => `dalle ${shortTime(from)} alle ${shortTime(to)}`).join(' e ')
