import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'
import { listChangedHours } from '@prenoto/core/schedule/changed-hours.endpoints.ts'
import { formatPeriod } from '@prenoto/core/time/format.ts'
import { parseItalianDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import styles from './special-openings.module.css'

/** The changed hours of a calendar that are not over, as links to their week; nothing if it has none. */
export function PlannedHours({ calendarId }: { calendarId: number }) {
  const { data = [] } = useQuery({
    queryKey: ['changed-hours', calendarId],
    queryFn: () => api(listChangedHours, { query: { calendar_id: calendarId } }),
    meta: { isSilent: true },
  })
  if (data.length === 0) return null
  return (
    <Disclosure title="Orari diversi" note="Si cambiano in «Chi lavora quando»." isUsed>
      <ul className={styles.list}>
        {data.map(({ id, day_from, day_to, windows, reason }) => {
          const [from, to] = [parsePlainDate(parseItalianDate(day_from)), parsePlainDate(parseItalianDate(day_to))]
          return (
            <li key={id}>
              <Link to={adminPaths.workWeekOn(from)} className={styles.opening}>
                <span className={styles.time} translate="no">
                  {formatPeriod(from, to)}
                </span>
                <span className={styles.reason}>
                  {`${windows.map((one) => `${weekdayNames(one.weekdays)} ${one.from}–${one.to}`).join(', ')}${reason ? ` · ${reason}` : ''}`}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}
