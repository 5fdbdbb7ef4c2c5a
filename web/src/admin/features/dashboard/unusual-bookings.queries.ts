import {
  cancelUnusualBookings,
  listUnusualBookings,
  restoreUnusualBookings,
} from '@prenoto/core/bookings/unusual-bookings.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { CANCELLATION, offerUndo } from '../../ui/feedback/undo-offers.ts'

const KEY = 'unusual-bookings'

/** The bookings of a burst. Silent, since the panel shows the error. */
export const unusualBookingsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: () => api(listUnusualBookings, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

/** The number of bookings in words: 'una prenotazione insolita' or '37 prenotazioni insolite'. */
export const countUnusual = (count: number) =>
  count === 1 ? 'una prenotazione insolita' : `${count} prenotazioni insolite`

/** Cancels bookings without a message to anyone and offers to undo it. */
export function useCancelUnusual() {
  const queryClient = useQueryClient()
  const invalidate = () => {
    for (const key of [KEY, 'dashboard-summary', 'bookings', 'bookable-services', 'waiting-list'])
      queryClient.invalidateQueries({ queryKey: [key] })
  }
  return useMutation({
    mutationFn: (ids: number[]) => api(cancelUnusualBookings, { body: { ids } }),
    onSuccess: ({ cancelled }) => {
      if (cancelled.length === 0) return
      const restore = () => api(restoreUnusualBookings, { body: { ids: cancelled } }).finally(invalidate)
      offerUndo(countUnusual(cancelled.length), restore, { texts: CANCELLATION })
    },
    onError: reportFailure,
    onSettled: invalidate,
  })
}
