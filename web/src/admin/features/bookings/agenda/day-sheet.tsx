import { capitalized, formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { useConfiguration } from '../../configuration/configuration.queries.ts'
import { customerOf, timeRange } from '../month-grid.ts'
import type { Column } from './columns.ts'
import styles from './day-sheet.module.css'
import { nameOf } from './name-of.ts'

/** More rows than these stand in two columns. */
const IN_ONE_COLUMN = 45

/** The day on a sheet of paper for the desk, where whoever stands before it reads no telephone numbers. Seen in print alone. */
export function DaySheet({ day, columns }: { day: PlainDate; columns: Column[] }) {
  const { app_name } = useConfiguration()
  const rows = columns
    .flatMap(({ calendar, blocks }) =>
      blocks.map(({ booking, from }) => ({ booking, from, who: calendar ? nameOf(calendar) : booking.calendar_name })),
    )
    .sort((one, other) => one.from - other.from || one.who.localeCompare(other.who))
  const closed = columns.flatMap((column) => column.closed)
  const isLong = rows.length > IN_ONE_COLUMN
  const lines = (isLong ? Math.ceil(rows.length / 2) : rows.length) + closed.length
  return createPortal(
    <section
      className={isLong ? `${styles.sheet} ${styles.long}` : styles.sheet}
      style={{ '--lines': Math.max(lines, 1) } as CSSProperties}
      aria-hidden="true"
      data-sheet
    >
      <h1 className={styles.title}>
        {capitalized(formatDate(day))}
        <span className={styles.business}>{app_name}</span>
      </h1>
      {closed.map(({ id, hours, reason, calendar_name }) => (
        <p key={id} className={styles.closed}>
          {calendar_name}: chiuso {hours} ({reason})
        </p>
      ))}
      {rows.length === 0 && <p>Nessun appuntamento</p>}
      <ul className={styles.rows}>
        {rows.map(({ booking, who }) => (
          <li key={booking.id} className={styles.row}>
            <b className={styles.time}>{timeRange(booking)}</b>
            <span>{customerOf(booking)}</span>
            <span>{booking.service_name}</span>
            {columns.length > 1 && <span>{who}</span>}
          </li>
        ))}
      </ul>
    </section>,
    document.body,
  )
}
