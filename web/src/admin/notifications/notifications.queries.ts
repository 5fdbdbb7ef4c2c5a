import {
  listNotifications,
  type NotificationPage,
  readAllNotifications,
  readNotification,
} from '@prenoto/core/notifications/notifications.endpoints.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { allRead, oneRead } from './read-state.ts'

const PER_PAGE = 20

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam }) => api(listNotifications, { query: { per_page: PER_PAGE, last_id: pageParam } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
})

/** How many notifications wait to be read. */
export const useUnreadCount = () => useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread_count ?? 0

type Pages = InfiniteData<NotificationPage>

/** Shows a change at once, and what the server says when it was refused. */
function useMarking<Subject>(
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
  useMarking(
    (id: number) => api(readNotification, { params: { id } }),
    (pages, id) => ({
      ...pages,
      pages: oneRead(pages.pages, id),
    }),
  )

export const useMarkAllAsRead = () =>
  useMarking<void>(
    () => api(readAllNotifications, {}),
    (pages) => ({ ...pages, pages: allRead(pages.pages) }),
  )
