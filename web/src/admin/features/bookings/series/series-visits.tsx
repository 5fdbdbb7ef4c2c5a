import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import styles from '../bookings.module.css'
import { positionInSeries, seriesQuery } from '../series.queries.ts'

/** Position of a booking in its series, with links to the other visits. */
export function SeriesVisits({ booking }: { booking: StaffBooking }) {
  const { data: visits } = useQuery(seriesQuery(booking.id))
  const { position, total } = positionInSeries(visits, booking)
  return (
    <>
      <Repeat size={18} aria-hidden="true" className={styles.seriesIcon} />
      <div>
        <p>{`Fa parte di una serie${position > 0 ? `: ${position} di ${total}` : ''}`}</p>
        {total > 1 && (
          <details>
            <summary className={`text-s semibold cursor-pointer ${styles.summary}`}>Tutte le date</summary>
            <ol className="text-s">
              {visits!.map(({ id, visit_day, visit_hour }) => (
                <li key={id}>
                  <Link
                    to={adminPaths.appointment(id)}
                    className={styles.visit}
                    aria-current={id === booking.id ? 'page' : undefined}
                  >
                    {`${formatDate(visit_day)} alle ${toShortTime(visit_hour)}`}
                  </Link>
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </>
  )
}
