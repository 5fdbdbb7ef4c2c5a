import {
  listNotifications,
  type NotificationPage,
  readAllNotifications,
  readNotification,
} from '@prenoto/core/notifications/notifications.endpoints.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { isRefusal } from '../../../lib/retry.ts'
import { joinNewest, withAllRead, withOneRead } from './read-state.ts'

const PER_PAGE = 20

const readPage = (last_id: number | undefined) => api(listNotifications, { query: { per_page: PER_PAGE, last_id } })

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam }) => readPage(pageParam),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
})

export const useUnreadCount = () => useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread_count ?? 0

type Pages = InfiniteData<NotificationPage>

const newestQuery = queryOptions({
  queryKey: ['newest-notifications'],
  queryFn: () => readPage(undefined),
  staleTime: 0,
  // Retried, since the event that triggers this read is not sent again.
  retry: (_times, error) => !isRefusal(error),
})

/** Reads the newest page and merges it into the loaded ones. */
export async function readNewNotifications(queryClient: QueryClient) {
  const { queryKey } = notificationsQuery
  const isLoaded =
    queryClient.getQueryState(queryKey)?.status === 'success' && queryClient.isFetching({ queryKey }) === 0
  if (!isLoaded) return queryClient.invalidateQueries({ queryKey })
  // A response that is on its way may be outdated.
  await queryClient.cancelQueries({ queryKey: newestQuery.queryKey })
  try {
    const newest = await queryClient.fetchQuery(newestQuery)
    queryClient.setQueryData(queryKey, (loaded) => loaded && withNewest(loaded, newest))
  } catch {
    // Refused, or cancelled by a later read: marks the list as outdated for its next use.
    await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}

function withNewest({ pages, pageParams }: Pages, newest: NotificationPage): Pages {
  const joined = joinNewest(pages, newest)
  return { pages: joined, pageParams: pageParams.slice(0, joined.length) }
}

/** An optimistic update that is reverted when the server refuses it. */
function useOptimisticUpdate<Subject>(
  call: (subject: Subject) => Promise<unknown>,
  mark: (pages: Pages, subject: Subject) => Pages,
) {
  const queryClient = useQueryClient()
  const { queryKey } = notificationsQuery
  return useMutation({
    mutationFn: call,
    onMutate: async (subject) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (pages) => pages && mark(pages, subject))
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

export const useMarkAsRead = () =>
  useOptimisticUpdate(
    (id: number) => api(readNotification, { params: { id } }),
    (pages, id) => ({
      ...pages,
      pages: withOneRead(pages.pages, id),
    }),
  )

export const useMarkAllAsRead = () =>
  useOptimisticUpdate<void>(
    () => api(readAllNotifications, {}),
    (pages) => ({ ...pages, pages: withAllRead(pages.pages) }),
  )
