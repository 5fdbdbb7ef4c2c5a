import { formatPeriod } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { timesText } from '../calendars/times-text.ts'
import { plannedHoursQuery, toDays } from './exceptions.queries.ts'
import styles from './special-openings.module.css'

/** The changed hours of a calendar that are not over, as links to their week; nothing if it has none. */
export function PlannedHours({ calendarId }: { calendarId: number }) {
  const { data = [] } = useQuery(plannedHoursQuery(calendarId))
  if (data.length === 0) return null
  return (
    <Disclosure title="Orari diversi" note="Si cambiano in «Chi lavora quando»." isUsed>
      <ul className={styles.list}>
        {data.map(({ id, windows, reason, ...days }) => {
          const { from, to } = toDays(days)
          return (
            <li key={id}>
              <Link to={adminPaths.workWeekOn(from)} className={styles.opening}>
                <span className={styles.time} translate="no">
                  {formatPeriod(from, to)}
                </span>
                <span className={styles.reason}>{`${timesText(windows)}${reason ? ` · ${reason}` : ''}`}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}
