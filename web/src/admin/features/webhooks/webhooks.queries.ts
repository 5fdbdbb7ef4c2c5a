import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  tryWebhook,
  updateWebhook,
  type WebhookInput,
} from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { isLeaving } from './delivery-text.ts'

/** Read again at each visit, since deliveries go on meanwhile. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => api(listWebhooks, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

const LISTED = 20

/** Milliseconds between readings of a list with deliveries that are about to be sent. */
const POLL_INTERVAL = 2_000

/** The latest deliveries, read again until the first attempt of each has ended. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => api(listDeliveries, { params: { id }, query: { per_page: LISTED } }),
    staleTime: 0,
    meta: { isSilent: true },
    refetchInterval: ({ state: { data } }) => data?.deliveries.some(isLeaving) && POLL_INTERVAL,
  })

/** All queries of webhooks are read again after a change, also after one that failed. */
function useChange<V, R>(mutationFn: (variables: V) => Promise<R>, onError?: (error: unknown) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error) => onError?.(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    gcTime: 0,
  })
}

/** The form shows a refusal. Only the response to a creation contains the secret. */
export const useCreateWebhook = () => useChange((body: WebhookInput) => api(createWebhook, { body }))
export const useUpdateWebhook = () =>
  useChange(({ id, ...body }: WebhookInput & { id: number }) => api(updateWebhook, { params: { id }, body }))
export const useDeleteWebhook = () => useChange((id: number) => api(deleteWebhook, { params: { id } }), reportFailure)
export const useTryWebhook = () => useChange((id: number) => api(tryWebhook, { params: { id } }), reportFailure)
export const useReplayDelivery = () =>
  useChange((params: { id: number; delivery: number }) => api(replayDelivery, { params }), reportFailure)
