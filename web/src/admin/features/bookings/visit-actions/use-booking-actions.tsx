import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { CalendarClock, Pencil, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { useHasRight } from '../../session/session.queries.ts'
import { useDeleteBooking } from '../bookings.queries.ts'
import { useVisitActions } from './use-visit-actions.ts'

const RescheduleDialog = lazy(() => import('../reschedule/reschedule-dialog.tsx'))
const SeriesDeleteDialog = lazy(() => import('../series/series-delete-dialog.tsx'))

type Opened = { booking: StaffBooking; opener: HTMLElement }

type BookingActions = {
  getActions: (booking: StaffBooking) => RowAction[]
  /** The dialog of an action; the caller renders it. */
  dialog: ReactNode
}

type BookingActionsOptions = {
  today: PlainDate
  /** The booking has left the list, with the button that had the focus. */
  onRemoved: () => void
}

/** The actions of a listed booking. */
export function useBookingActions({ today, onRemoved }: BookingActionsOptions): BookingActions {
  const navigate = useNavigate()
  const { mutate: remove } = useDeleteBooking()
  const [rescheduling, setRescheduling] = useState<Opened>()
  const [deleting, setDeleting] = useState<Opened>()
  const getVisitActions = useVisitActions(today)
  const mayCancel = useHasRight('cancellations')

  const getActions = (booking: StaffBooking): RowAction[] => {
    const { visit_day } = booking
    const change: RowAction = {
      text: 'Modifica',
      Icon: Pencil,
      run: () => navigate(adminPaths.appointment(booking.id)),
    }
    const reschedule: RowAction = {
      text: 'Sposta',
      Icon: CalendarClock,
      run: (opener) => setRescheduling({ booking, opener }),
    }
    const cancel: RowAction = {
      text: 'Elimina',
      Icon: Trash2,
      isDanger: true,
      run: (opener) =>
        booking.series_id ? setDeleting({ booking, opener }) : remove(booking, { onSuccess: onRemoved }),
    }
    return [
      ...(visit_day >= today ? [change] : []),
      ...getVisitActions(booking),
      ...(visit_day >= today ? [reschedule] : []),
      ...(mayCancel ? [cancel] : []),
    ]
  }

  return {
    getActions,
    dialog: (
      <Suspense>
        {rescheduling && (
          <RescheduleDialog
            {...rescheduling}
            today={today}
            onRescheduled={() => {
              setRescheduling(undefined)
              onRemoved()
            }}
            onClose={() => setRescheduling(undefined)}
          />
        )}
        {deleting && (
          <SeriesDeleteDialog
            {...deleting}
            onDeleted={() => {
              setDeleting(undefined)
              onRemoved()
            }}
            onClose={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    ),
  }
}
