import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../lib/paths.ts'
import { seriesQuery } from '../series.queries.ts'
import { placeInSeries } from './series-start.ts'
import styles from './series.module.css'

/** That a booking is part of a series, with the way to its other visits. */
export function SeriesVisits({ booking }: { booking: StaffBooking }) {
  const { data: visits } = useQuery(seriesQuery(booking.id))
  const { place, of } = placeInSeries(visits, booking)
  return (
    <>
      <Repeat size={18} aria-hidden="true" className={styles.icon} />
      <div>
        <p>
          Fa parte di una serie
          {place > 0 && `: ${place} di ${of}`}
        </p>
        {of > 1 && (
          <details>
            <summary className={styles.summary}>Tutte le date</summary>
            <ol className={styles.visits}>
              {visits!.map(({ id, visit_day, visit_hour }) => (
                <li key={id}>
                  <Link
                    to={paths.appointment(id)}
                    className={styles.visit}
                    aria-current={id === booking.id ? 'page' : undefined}
                  >
                    {formatDate(visit_day)} alle {toShortTime(visit_hour)}
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
