import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatLength } from '@prenoto/core/time/format.ts'
import { minutesOf, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Link } from 'react-router'
import { paths } from '../../../../lib/paths.ts'
import { useNow } from '../../configuration/use-now.ts'
import { customerOf, endOf } from '../month-grid.ts'
import styles from './now-and-next.module.css'
import { whoIsWhen } from './who-is-when.ts'

/** As many are named; of the others it is said how many they are. */
const NAMED = 2

/** Who is here and who comes next, of today's bookings; nothing when nobody comes any more. */
export default function NowAndNext({ bookings }: { bookings: StaffBooking[] }) {
  const { minutes } = useNow()
  const { here, next } = whoIsWhen(bookings, minutes)
  const [first] = next
  if (here.length === 0 && !first) return null
  return (
    <dl className={styles.facts}>
      {here.length > 0 && (
        <div className={styles.fact}>
          <dt className={styles.label}>Adesso:</dt>
          <Named bookings={here} detailOf={(booking) => `fino alle ${endOf(booking)}`} />
        </div>
      )}
      {first && (
        <div className={styles.fact}>
          <dt className={styles.label}>Prossimo: {toShortTime(first.visit_hour)}</dt>
          <Named bookings={next} detailOf={() => `tra ${formatLength(minutesOf(first.visit_hour) - minutes)}`} />
        </div>
      )}
    </dl>
  )
}

type NamedProps = { bookings: StaffBooking[]; detailOf: (booking: StaffBooking) => string }

function Named({ bookings, detailOf }: NamedProps) {
  const more = bookings.length - NAMED
  return (
    <>
      {bookings.slice(0, NAMED).map((booking) => (
        <dd key={booking.id} className={styles.person}>
          <Link to={paths.appointment(booking.id)} className={styles.name}>
            {customerOf(booking)}
          </Link>
          <span className={styles.service}>
            , {booking.service_name}
            {booking.calendar_name && ` con ${booking.calendar_name}`}
          </span>
          <span className={styles.detail}> · {detailOf(booking)}</span>
        </dd>
      ))}
      {more > 0 && <dd className={styles.more}>e {more === 1 ? 'un’altra persona' : `altre ${more} persone`}</dd>}
    </>
  )
}
