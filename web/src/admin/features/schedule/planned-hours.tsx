import { timesText } from '@prenoto/core/calendars/times-text.ts'
import { formatPeriod } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { plannedHoursQuery, toDays } from './exceptions.queries.ts'
import styles from './schedule.module.css'

/** The changed hours of a calendar that are not over, as links to their week; nothing if it has none. */
export function PlannedHours({ calendarId }: { calendarId: number }) {
  const { data = [] } = useQuery(plannedHoursQuery(calendarId))
  if (data.length === 0) return null
  return (
    <Disclosure title="Orari diversi" note="Si cambiano in «Chi lavora quando»." isUsed>
      <ul className="grid gap-2">
        {data.map(({ id, windows, reason, ...days }) => {
          const { from, to } = toDays(days)
          return (
            <li key={id}>
              <Link
                to={adminPaths.workWeekOn(from)}
                className={`grid w-full touch px-3 py-2 border rounded-s text-left break-words hover-sunken ${styles.opening}`}
              >
                <span className="semibold tabular-nums" translate="no">
                  {formatPeriod(from, to)}
                </span>
                <span className="muted">{`${timesText(windows)}${reason ? ` · ${reason}` : ''}`}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}
