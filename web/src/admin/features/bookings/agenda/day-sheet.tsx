import { HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import { capitalize, formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { CSSProperties } from 'react'
import { ATTENDANCES } from '../../../ui/feedback/attendance-texts.ts'
import { PrintSheet } from '../../../ui/print-sheet.tsx'
import { getPublicName } from '../../calendars/calendar-hours.queries.ts'
import { useConfiguration } from '../../configuration/configuration.queries.ts'
import { customerName, serviceNames, timeRange } from '../booking-format.ts'
import type { Column } from './agenda-columns.ts'
import styles from './day-sheet.module.css'

/** A longer list is printed in two columns. */
const ROWS_IN_ONE_COLUMN = 45

/** The day on paper, shown only in print, with the telephone of each customer and a box to tick if they do not come. */
export function DaySheet({ day, columns }: { day: PlainDate; columns: Column[] }) {
  const { app_name } = useConfiguration()
  const rows = columns
    .flatMap(({ calendar, blocks }) =>
      blocks.map(({ booking, from }) => ({
        booking,
        from,
        calendarName: calendar ? getPublicName(calendar) : booking.calendar_name,
      })),
    )
    .sort((one, other) => one.from - other.from || one.calendarName.localeCompare(other.calendarName))
  const closed = columns.flatMap((column) => column.closed)
  const isLong = rows.length > ROWS_IN_ONE_COLUMN
  const notes = rows.filter(({ booking }) => booking.patient_notes)
  const lines = Math.ceil((rows.length + notes.length) / (isLong ? 2 : 1)) + closed.length
  return (
    <PrintSheet
      className={isLong ? `${styles.sheet} ${styles.long}` : styles.sheet}
      style={{ '--lines': Math.max(lines, 1) } as CSSProperties}
    >
      <h1 className={styles.title}>
        <span>{capitalize(formatDate(day))}</span>
        <span className={styles.aside}>
          <Box isTicked={false} />
          <span>{` ${ATTENDANCES.no_show.text}`}</span>
        </span>
        <span className={styles.aside}>{app_name}</span>
      </h1>
      {closed.map(({ id, hours, reason, calendar_name }) => (
        <p key={id} className={styles.closed}>
          {`${calendar_name}: chiuso ${hours} (${reason})`}
        </p>
      ))}
      {rows.length === 0 && <p>Nessun appuntamento</p>}
      <ul className={styles.rows}>
        {rows.map(({ booking, calendarName }) => (
          <li key={booking.id} className={styles.entry}>
            <div className={styles.row}>
              <Box isTicked={booking.attendance === 'no_show'} />
              <b className={styles.time} translate="no">
                {timeRange(booking)}
              </b>
              <span translate="no">{customerName(booking)}</span>
              <span className={styles.telephone} translate="no">
                {booking.telephone === HIDDEN_TELEPHONE ? '' : booking.telephone}
              </span>
              <Services names={serviceNames(booking)} />
              {columns.length > 1 && <span>{calendarName}</span>}
            </div>
            {booking.patient_notes && <p className={styles.note}>{`Note: ${booking.patient_notes}`}</p>}
          </li>
        ))}
      </ul>
    </PrintSheet>
  )
}

const Box = ({ isTicked }: { isTicked: boolean }) => <span className={styles.box}>{isTicked && '×'}</span>

/** Several services share the line, so that a long name does not hide the next one. */
const Services = ({ names }: { names: string[] }) => (
  <span className={styles.services} style={{ '--services': names.length } as CSSProperties}>
    {names.map((name, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a service can be there twice
      <span key={i}>{i > 0 ? `+ ${name}` : name}</span>
    ))}
  </span>
)
