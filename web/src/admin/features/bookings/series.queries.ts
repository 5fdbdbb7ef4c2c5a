import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import {
  createSeries,
  deleteSeries,
  planSeries,
  readSeries,
  restoreSeries,
} from '@prenoto/core/bookings/series.endpoints.ts'
import type { SeriesInput, SeriesPlan } from '@prenoto/core/bookings/series-schema.ts'
import { madeUnder } from '@prenoto/core/contract/idempotency.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, withCurrent } from '../../../lib/api-client.ts'
import { withRetry } from '../../../lib/retry.ts'
import { showToast } from '../../../ui/toasts.ts'
import { offerUndo } from '../../ui/feedback/undo-offers.ts'
import { bookingQuery, readAgain } from './bookings.queries.ts'
import { customerOf } from './month-grid.ts'

/** A series that is thought of; it goes with what is free. Until another one has come, the one that was shown is. */
export const seriesPlanQuery = (plan: SeriesPlan | undefined) =>
  queryOptions({
    queryKey: ['bookable-services', 'series', plan],
    queryFn: () => api(planSeries, { body: plan! }),
    enabled: plan !== undefined,
    staleTime: 0,
    placeholderData: (shown) => (plan ? shown : undefined),
    meta: { isSilent: true },
  })

/** The visits of the series that a booking is part of. */
export const seriesQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...bookingQuery(bookingId).queryKey, 'series'],
    queryFn: () => api(readSeries, { params: { id: bookingId } }),
    select: ({ visits }) => visits,
    meta: { isSilent: true },
  })

/** Books the visits of a series; while its answer is lost, asks again. After a failure what is free is read again. */
export function useBookSeries() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ key, body }: { key: string; body: SeriesInput }) =>
      withRetry(() =>
        withCurrent(
          () => api(createSeries, { headers: madeUnder(key), body }),
          (saved) => saved.bookings[0],
        ),
      ),
    onSettled: () => readAgain(queryClient),
  })
}

/** Deletes a booking and all that follow in its series: they go from the screen at once, unless that is undone. */
export function useDeleteSeries() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (first: StaffBooking) => {
      const call = { params: { id: first.id } }
      await api(deleteSeries, call)
      showToast('success', 'Prenotazioni eliminate con successo')
      offerUndo(`prenotazioni di ${customerOf(first)}`, () =>
        api(restoreSeries, call).finally(() => readAgain(queryClient)),
      )
    },
    onSuccess: (_, first) => {
      const goes = ({ series_id, visit_day, visit_hour }: BookingEvent) =>
        series_id === first.series_id && `${visit_day} ${visit_hour}` >= `${first.visit_day} ${first.visit_hour}`
      for (const [queryKey, shown] of queryClient.getQueriesData<unknown>({ queryKey: ['bookings'] }))
        if (Array.isArray(shown))
          queryClient.setQueryData<BookingEvent[]>(queryKey, (bookings) => bookings?.filter((one) => !goes(one)))
    },
    onSettled: (_, __, { id }) => {
      queryClient.invalidateQueries({ queryKey: bookingQuery(id).queryKey, refetchType: 'none' })
      queryClient.invalidateQueries({ predicate: ({ queryKey: [all, what] }) => all === 'bookings' && what !== id })
      queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
    },
  })
}
