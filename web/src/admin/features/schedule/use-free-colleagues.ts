import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { listFreeColleagues, rescheduleBooking, undoReschedule } from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { FreeColleague } from '@prenoto/core/bookings/visit-schema.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../../lib/api-client.ts'
import { showToast } from '../../../ui/toasts.ts'
import { offerUndo, RESCHEDULE } from '../../ui/feedback/undo-offers.ts'
import { bookingQuery, invalidateBookings } from '../bookings/bookings.queries.ts'
import { isSameSlot } from '../bookings/reschedule/use-reschedule.tsx'

/** Max bookings that the server plans at once. */
const MAX_BOOKINGS = 200

/** The booking is gone, has another version, or its place is taken. */
const REFUSED: unknown[] = [404, 409]

type Move = FreeColleague & { booking: StaffBooking }

/** For the bookings that are still where they were, the colleagues who are free at their time, and a call that moves all. */
export function useFreeColleagues(bookings: StaffBooking[]) {
  const queryClient = useQueryClient()
  const present = useQueries({
    queries: bookings.map((booking) => ({ ...bookingQuery(booking.id), initialData: booking, enabled: false })),
  })
  const remaining = present
    .flatMap(({ data }, i) => (data && isSameSlot({ booking: bookings[i]!, to: data }) ? data : []))
    .slice(0, MAX_BOOKINGS)
  const ids = remaining.map(({ id }) => id)
  const { data: plan = [] } = useQuery({
    queryKey: ['bookings', 'colleagues', ids],
    queryFn: () => api(listFreeColleagues, { body: { ids } }),
    enabled: ids.length > 0,
    staleTime: 0,
    meta: { isSilent: true },
  })
  const moves = plan.flatMap((colleague): Move[] => {
    const booking = remaining.find(({ id }) => id === colleague.booking_id)
    return booking ? [{ ...colleague, booking }] : []
  })

  const { mutate, isPending } = useMutation({
    mutationFn: moveAll,
    onSuccess: ({ moved, refused }) => {
      if (moved.length > 0) {
        showToast('success', 'Prenotazioni modificate con successo')
        offerUndo(
          moved.length === 1 ? 'una prenotazione' : `${moved.length} prenotazioni`,
          () => moveBack(moved).finally(() => invalidateBookings(queryClient)),
          { texts: RESCHEDULE, notice: { text: 'Tra poco i clienti ricevono un’email.' } },
        )
      }
      if (refused > 0) showToast('danger', refusal(refused))
    },
    onSettled: () => invalidateBookings(queryClient),
  })
  return { moves, isMoving: isPending, moveAll: (onMoved: () => void) => mutate(moves, { onSuccess: onMoved }) }
}

const refusal = (count: number) =>
  count === 1 ? 'Una prenotazione non è stata spostata.' : `${count} prenotazioni non sono state spostate.`

/** One after the other; a booking that has changed meanwhile stays. Ends when the server cannot be reached. */
async function moveAll(moves: Move[]) {
  const moved: StaffBooking[] = []
  for (const { booking, calendar_id } of moves) {
    const { id, version, visit_day, visit_hour } = booking
    const call = { params: { id }, headers: ifMatchHeader(version), body: { visit_day, visit_hour, calendar_id } }
    try {
      moved.push(await api(rescheduleBooking, call))
    } catch (error) {
      if (!(error instanceof ApiError && REFUSED.includes(error.status))) break
    }
  }
  return { moved, refused: moves.length - moved.length }
}

/** Throws if any of them can no longer be undone. */
async function moveBack(moved: StaffBooking[]) {
  const results = await Promise.allSettled(
    moved.map(({ id, version }) => api(undoReschedule, { params: { id }, headers: ifMatchHeader(version) })),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
