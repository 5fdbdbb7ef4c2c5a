import type { BusyFeedInput } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { addBusyFeed, deleteBusyFeed, listBusyFeeds } from '@prenoto/core/busy-feeds/busy-feeds.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

const KEY = 'busy-feeds'

/** The other calendars whose events close a calendar. */
export const busyFeedsQuery = (calendarId: number) =>
  queryOptions({
    queryKey: [KEY, calendarId],
    queryFn: async () => (await api(listBusyFeeds, { params: { id: calendarId } })).feeds,
    staleTime: 0,
    meta: { isSilent: true },
  })

/** Reads the feeds, the agenda's closures and the free slots again. */
function useInvalidation() {
  const queryClient = useQueryClient()
  return () => {
    for (const key of ['closures', 'bookable-services']) queryClient.invalidateQueries({ queryKey: [key] })
    return queryClient.invalidateQueries({ queryKey: [KEY] })
  }
}

/** The form shows the failures. */
export function useAddBusyFeed(calendarId: number) {
  return useMutation({
    mutationFn: (body: BusyFeedInput) => api(addBusyFeed, { params: { id: calendarId }, body }),
    onSettled: useInvalidation(),
  })
}

export function useDeleteBusyFeed(calendarId: number) {
  return useMutation({
    mutationFn: (feed: number) => api(deleteBusyFeed, { params: { id: calendarId, feed } }),
    onSuccess: () => showToast('success', 'Calendario esterno tolto'),
    onError: reportFailure,
    onSettled: useInvalidation(),
  })
}
