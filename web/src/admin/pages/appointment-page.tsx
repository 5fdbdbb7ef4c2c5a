import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { adminPaths, paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { BookingPanel } from '../features/bookings/booking-form/booking-panel.tsx'
import { customerName } from '../features/bookings/booking-format.ts'
import { bookingQuery, isNotFound, useDeleteBooking } from '../features/bookings/bookings.queries.ts'
import { OverriddenConflicts } from '../features/bookings/conflicts/overridden-conflicts.tsx'
import { BookingContacts } from '../features/bookings/contacts/booking-contacts.tsx'
import { BookingHistory } from '../features/bookings/history/booking-history.tsx'
import { SeriesVisits } from '../features/bookings/series/series-visits.tsx'
import { VisitAttendance } from '../features/bookings/visit-actions/visit-attendance.tsx'
import { useToday } from '../features/configuration/use-today.ts'
import { CustomerLine } from '../features/customers/customer-line.tsx'
import { HealthNotesLink } from '../features/health-notes/health-notes-link.tsx'
import { useHasRight } from '../features/session/session.queries.ts'
import { interruptedDraft, useOnReopen } from '../lib/drafts.ts'
import { INITIAL_ENTRY_KEY } from '../lib/navigation.ts'
import { AdminPage } from '../ui/admin-page.tsx'
import { AttendanceBadge } from '../ui/feedback/attendance-badge.tsx'
import { FailedRead } from '../ui/lists/empty-state.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import styles from './pages.module.css'

const CancelledAppointment = lazy(() => import('./cancelled-appointment.tsx'))
const SeriesDeleteDialog = lazy(() => import('../features/bookings/series/series-delete-dialog.tsx'))

export default function AppointmentPage() {
  const id = Number(useParams().id)
  return <Appointment key={id} id={id} />
}

function Appointment({ id }: { id: number }) {
  const navigate = useNavigate()
  const isInitialEntry = useLocation().key === INITIAL_ENTRY_KEY
  const today = useToday()
  const mayCancel = useHasRight('cancellations')
  const { data: booking, error, isPending, refetch } = useQuery(bookingQuery(id))
  const { mutate: remove, isPending: isDeleting } = useDeleteBooking()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isEditing, setIsEditing] = useState(() => interruptedDraft(`bookings ${id}`) !== undefined)
  useOnReopen(`bookings ${id}`, () => setIsEditing(true))

  const goBack = () => {
    if (!isInitialEntry) navigate(-1)
    else navigate(booking ? adminPaths.dashboardOn(booking.visit_day) : paths.dashboard)
  }

  const back = (
    <button
      type="button"
      className={`inline-row control gap-2 touch px-3 rounded-s semibold ${styles.back}`}
      onClick={goBack}
    >
      <ArrowLeft size={20} aria-hidden="true" />
      <span className={styles.backText}>Indietro</span>
    </button>
  )

  if (isPending)
    return (
      <AdminPage title="Prenotazione">
        {back}
        <p role="status">Caricamento…</p>
      </AdminPage>
    )

  if (!booking || isNotFound(error))
    return (
      <AdminPage title="Prenotazione">
        {back}
        {isNotFound(error) ? (
          <Suspense fallback={<p role="status">Caricamento…</p>}>
            <CancelledAppointment id={id} />
          </Suspense>
        ) : (
          <FailedRead text="Non è stato possibile leggere la prenotazione." onRetry={() => refetch()} />
        )}
      </AdminPage>
    )

  const leave = () => navigate(adminPaths.dashboardOn(booking.visit_day), { replace: true })
  const { visit_day, overridden_conflicts, confirmation } = booking
  /** Deleting frees the slot for the waiting list. */
  const removeOrAsk = () => (booking.series_id ? setIsConfirming(true) : remove(booking, { onSuccess: leave }))
  return (
    <AdminPage
      title={`Prenotazione di ${customerName(booking)}`}
      actions={
        <>
          {mayCancel && (
            <Button
              look="danger"
              loading={isDeleting}
              aria-haspopup={booking.series_id ? 'dialog' : undefined}
              onClick={removeOrAsk}
            >
              <Trash2 size={18} aria-hidden="true" />
              Elimina
            </Button>
          )}
          {visit_day >= today && (
            <Button aria-haspopup="dialog" onClick={() => setIsEditing(true)}>
              <Pencil size={18} aria-hidden="true" />
              Modifica
            </Button>
          )}
        </>
      }
    >
      {back}
      <AppointmentFacts booking={booking}>
        {confirmation && (
          <li className={styles.answer}>
            <AttendanceBadge visit={{ attendance: null, confirmation }} />
            {confirmation === 'missing' && mayCancel && (
              <Button look="quiet" loading={isDeleting} onClick={removeOrAsk}>
                Offri il posto alla lista d’attesa
              </Button>
            )}
          </li>
        )}
        {overridden_conflicts && (
          <li>
            <OverriddenConflicts kinds={overridden_conflicts} />
          </li>
        )}
        <BookingContacts booking={booking} />
        {booking.series_id && (
          <li>
            <SeriesVisits booking={booking} />
          </li>
        )}
      </AppointmentFacts>
      {visit_day <= today && <VisitAttendance booking={booking} />}
      <CustomerLine id={booking.customer_id}>
        <HealthNotesLink booking={booking} />
      </CustomerLine>
      <BookingHistory id={id} />
      <p className="muted">Al momento non sono disponibili ulteriori dettagli.</p>
      <Suspense>
        {isConfirming && (
          <SeriesDeleteDialog booking={booking} onDeleted={leave} onClose={() => setIsConfirming(false)} />
        )}
      </Suspense>
      <BookingPanel isOpen={isEditing} onClose={() => setIsEditing(false)} edited={booking} />
    </AdminPage>
  )
}
