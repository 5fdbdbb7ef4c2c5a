import {
  createCalendarFeed,
  deleteCalendarFeed,
  readCalendarFeed,
} from '@prenoto/core/calendar-files/calendar-files.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: () => api(readCalendarFeed, {}),
})

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
