import { listNotifications } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'

const PER_PAGE = 20

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam }) => api(listNotifications, { query: { per_page: PER_PAGE, last_id: pageParam } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
})

/** How many notifications wait to be read. */
export const useUnreadCount = () => useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread_count ?? 0
