import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { CalendarClock, Pencil, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../lib/paths.ts'
import type { RowAction } from '../../../ui/lists/row-menu.tsx'
import { useDeleteBooking } from '../bookings.queries.ts'
import { useVisitActions } from './use-visit-actions.ts'

const MoveDialog = lazy(() => import('../reschedule/reschedule-dialog.tsx'))
const SeriesDeleteDialog = lazy(() => import('../series/series-delete-dialog.tsx'))

type Opened = { booking: StaffBooking; opener: HTMLElement }

type BookingActions = {
  actionsOf: (booking: StaffBooking) => RowAction[]
  /** What an action has opened; to be shown. */
  dialog: ReactNode
}

type Place = {
  today: PlainDate
  /** A booking has gone from where it was, and with it the button that had the focus. */
  onGone: () => void
}

/** What can be done with a booking, wherever it is listed. */
export function useBookingActions({ today, onGone }: Place): BookingActions {
  const navigate = useNavigate()
  const { mutate: remove } = useDeleteBooking()
  const [moving, setMoving] = useState<Opened>()
  const [deleting, setDeleting] = useState<Opened>()
  const visitActionsOf = useVisitActions(today)

  const actionsOf = (booking: StaffBooking): RowAction[] => {
    const { visit_day } = booking
    const change: RowAction = { text: 'Modifica', Icon: Pencil, run: () => navigate(paths.appointment(booking.id)) }
    const move: RowAction = { text: 'Sposta', Icon: CalendarClock, run: (opener) => setMoving({ booking, opener }) }
    return [
      ...(visit_day >= today ? [change] : []),
      ...visitActionsOf(booking),
      ...(visit_day >= today ? [move] : []),
      {
        text: 'Elimina',
        Icon: Trash2,
        isDanger: true,
        run: (opener) =>
          booking.series_id ? setDeleting({ booking, opener }) : remove(booking, { onSuccess: onGone }),
      },
    ]
  }

  return {
    actionsOf,
    dialog: (
      <Suspense>
        {moving && (
          <MoveDialog
            {...moving}
            today={today}
            onMoved={() => {
              setMoving(undefined)
              onGone()
            }}
            onClose={() => setMoving(undefined)}
          />
        )}
        {deleting && (
          <SeriesDeleteDialog
            {...deleting}
            onDeleted={() => {
              setDeleting(undefined)
              onGone()
            }}
            onClose={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    ),
  }
}
