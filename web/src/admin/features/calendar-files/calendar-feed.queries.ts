import {
  createCalendarFeed,
  createFeedLink,
  deleteCalendarFeed,
  deleteFeedLink,
  listFeedLinks,
  readCalendarFeed,
} from '@prenoto/core/calendar-files/calendar-files.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: () => api(readCalendarFeed, {}),
})

export const feedLinksQuery = queryOptions({
  queryKey: ['calendar-feed', 'links'],
  queryFn: async () => (await api(listFeedLinks, {})).feeds,
})

/** Creates or replaces a link of one calendar or without names; only this response contains the address. */
export function useCreateFeedLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { calendar_id: number | null; shows_names: boolean }) => api(createFeedLink, { body }),
    onSuccess: () => queryClient.invalidateQueries(feedLinksQuery),
    onError: reportFailure,
    gcTime: 0,
  })
}

export function useDeleteFeedLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(deleteFeedLink, { params: { id } }),
    onSuccess: () => {
      showToast('success', 'Link revocato.')
      return queryClient.invalidateQueries(feedLinksQuery)
    },
    onError: reportFailure,
  })
}

/** Creates or replaces the user's link; only this response contains the address. */
export function useCreateCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(createCalendarFeed, {}),
    onSuccess: ({ created_at }) => queryClient.setQueryData(calendarFeedQuery.queryKey, { created_at }),
    onError: reportFailure,
    gcTime: 0,
  })
}

export function useDeleteCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(deleteCalendarFeed, {}),
    onSuccess: () => queryClient.setQueryData(calendarFeedQuery.queryKey, { created_at: null }),
    onError: reportFailure,
  })
}
