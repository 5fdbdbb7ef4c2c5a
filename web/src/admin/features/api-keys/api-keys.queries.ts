import { type ApiKeyInput, createApiKey, listApiKeys, revokeApiKey } from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'

/** Read again at each visit, for the last uses. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => api(listApiKeys, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

/** The form shows a refusal. Only this response contains the key. */
export function useCreateApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiKeyInput) => api(createApiKey, { body }),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
    gcTime: 0,
  })
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(revokeApiKey, { params: { id } }),
    onError: reportFailure,
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  })
}
