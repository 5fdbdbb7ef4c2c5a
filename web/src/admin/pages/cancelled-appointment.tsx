import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { getMessage } from '../../lib/api-client.ts'
import { customerName } from '../features/bookings/booking-format.ts'
import { cancelledBookingQuery, isNotFound } from '../features/bookings/bookings.queries.ts'
import { BookingHistory } from '../features/bookings/history/booking-history.tsx'
import { CustomerLine } from '../features/customers/customer-line.tsx'
import { EmptyState, FailedRead } from '../ui/lists/empty-state.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import styles from './pages.module.css'

/** A cancelled booking with its history: it can only be read. */
export default function CancelledAppointment({ id }: { id: number }) {
  const { data: booking, error, isPending, refetch } = useQuery(cancelledBookingQuery(id))
  if (isPending) return <p role="status">Caricamento…</p>
  if (!booking)
    return isNotFound(error) ? (
      <EmptyState text="Questa prenotazione non esiste o è stata disdetta." />
    ) : (
      <FailedRead text={getMessage(error)} onRetry={() => refetch()} />
    )

  const { cancelled_at, cancelled_by, customer_id } = booking
  return (
    <>
      <p className={`flex gap-3 rounded-s sunken semibold break-words ${styles.cancelled}`} role="status">
        <CalendarX2 size={18} aria-hidden="true" />
        <span>
          {`Prenotazione di ${customerName(booking)}, disdetta ${cancelled_by ? `da ${cancelled_by}` : 'dal cliente'} il ${cancelled_at.replace(' ', ' alle ').replaceAll('-', '/')}`}
        </span>
      </p>
      <AppointmentFacts booking={booking} />
      <CustomerLine id={customer_id} />
      <BookingHistory id={id} />
    </>
  )
}
