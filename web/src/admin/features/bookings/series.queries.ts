import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import {
  createSeries,
  deleteSeries,
  planSeries,
  readSeries,
  restoreSeries,
} from '@prenoto/core/bookings/series.endpoints.ts'
import type { SeriesBody, SeriesPlanBody, SeriesVisit } from '@prenoto/core/bookings/series-schema.ts'
import { idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, withCurrent } from '../../../lib/api-client.ts'
import { withRetry } from '../../../lib/retry.ts'
import { showToast } from '../../../ui/toasts.ts'
import { offerUndo } from '../../ui/feedback/undo-offers.ts'
import { customerName } from './booking-format.ts'
import { bookingQuery, invalidateBookings } from './bookings.queries.ts'

/** The planned visits of a series with their availability. Keeps the previous plan while the next is loading. */
export const seriesPlanQuery = (plan: SeriesPlanBody | undefined) =>
  queryOptions({
    queryKey: ['bookable-services', 'series', plan],
    queryFn: () => api(planSeries, { body: plan! }),
    enabled: plan !== undefined,
    staleTime: 0,
    placeholderData: (previous) => (plan ? previous : undefined),
    meta: { isSilent: true },
  })

/** The visits of a booking's series. */
export const seriesQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...bookingQuery(bookingId).queryKey, 'series'],
    queryFn: () => api(readSeries, { params: { id: bookingId } }),
    select: ({ visits }) => visits,
    meta: { isSilent: true },
  })

/** Position of a booking in its series, from 1, and the number of visits after it; all 0 while loading. */
export function positionInSeries(visits: SeriesVisit[] | undefined, { id }: { id: number }) {
  const position = (visits ?? []).findIndex((visit) => visit.id === id) + 1
  const total = position === 0 ? 0 : visits!.length
  return { position, total, following: total - position }
}

/** Books the visits of a series, with retries if the response is lost. */
export function useBookSeries() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ key, body }: { key: string; body: SeriesBody }) =>
      withRetry(() =>
        withCurrent(
          () => api(createSeries, { headers: idempotencyHeader(key), body }),
          (saved) => saved.bookings[0],
        ),
      ),
    onSettled: () => invalidateBookings(queryClient),
  })
}

/** Deletes a booking and all that follow in its series, and offers to undo it. */
export function useDeleteSeries() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (first: StaffBooking) => {
      const call = { params: { id: first.id } }
      await api(deleteSeries, call)
      showToast('success', 'Prenotazioni eliminate con successo')
      offerUndo(`prenotazioni di ${customerName(first)}`, () =>
        api(restoreSeries, call).finally(() => invalidateBookings(queryClient)),
      )
    },
    onSuccess: (_, first) => {
      const isDeleted = ({ series_id, visit_day, visit_hour }: BookingEvent) =>
        series_id === first.series_id && `${visit_day} ${visit_hour}` >= `${first.visit_day} ${first.visit_hour}`
      for (const [queryKey, cachedBookings] of queryClient.getQueriesData<unknown>({ queryKey: ['bookings'] }))
        if (Array.isArray(cachedBookings))
          queryClient.setQueryData<BookingEvent[]>(queryKey, (bookings) => bookings?.filter((one) => !isDeleted(one)))
    },
    onSettled: (_, __, { id }) => {
      queryClient.invalidateQueries({ queryKey: bookingQuery(id).queryKey, refetchType: 'none' })
      queryClient.invalidateQueries({ predicate: ({ queryKey: [root, key] }) => root === 'bookings' && key !== id })
      queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
    },
  })
}
