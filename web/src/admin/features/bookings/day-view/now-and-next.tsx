import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatLength } from '@prenoto/core/time/format.ts'
import { toMinuteOfDay, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import { useNow } from '../../configuration/use-now.ts'
import { customerName, formatEnd } from '../booking-format.ts'
import { currentAndNext } from './current-and-next.ts'
import styles from './day-view.module.css'

/** The other bookings are only counted. */
const MAX_NAMED = 2

/** The current and the next visits of today; empty when none is left. */
export default function NowAndNext({ bookings }: { bookings: StaffBooking[] }) {
  const { minutes } = useNow()
  const { current, next } = currentAndNext(bookings, minutes)
  const [first] = next
  if (current.length === 0 && !first) return null
  return (
    <dl className={`grid min-w-0 text-s ${styles.nowAndNextFacts}`}>
      {current.length > 0 && (
        <div className="flex gap-x-4 flex-wrap min-w-0 items-baseline">
          <dt className="brand-ink bold tabular-nums">Adesso:</dt>
          <NamedVisits bookings={current} formatDetail={(booking) => `fino alle ${formatEnd(booking)}`} />
        </div>
      )}
      {first && (
        <div className="flex gap-x-4 flex-wrap min-w-0 items-baseline">
          <dt className="brand-ink bold tabular-nums">{`Prossimo: ${toShortTime(first.visit_hour)}`}</dt>
          <NamedVisits
            bookings={next}
            formatDetail={() => `tra ${formatLength(toMinuteOfDay(first.visit_hour) - minutes)}`}
          />
        </div>
      )}
    </dl>
  )
}

type NamedVisitsProps = { bookings: StaffBooking[]; formatDetail: (booking: StaffBooking) => string }

function NamedVisits({ bookings, formatDetail }: NamedVisitsProps) {
  const more = bookings.length - MAX_NAMED
  return (
    <>
      {bookings.slice(0, MAX_NAMED).map((booking) => (
        <dd key={booking.id} className={`flex min-w-0 items-baseline nowrap ${styles.person}`}>
          <Link translate="no" to={adminPaths.appointment(booking.id)} className={styles.name}>
            {customerName(booking)}
          </Link>
          <span className={styles.service}>
            {`, ${booking.service_name}${booking.calendar_name ? ` con ${booking.calendar_name}` : ''}`}
          </span>
          <span className={styles.detail}>{` · ${formatDetail(booking)}`}</span>
        </dd>
      ))}
      {more > 0 && <dd className="muted">{`e ${more === 1 ? 'un’altra persona' : `altre ${more} persone`}`}</dd>}
    </>
  )
}
