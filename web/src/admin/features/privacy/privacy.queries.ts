import { listRestrictedCustomers } from '@prenoto/core/customers/customers.endpoints.ts'
import {
  type PrivacyText,
  readPrivacyText,
  readProvider,
  updatePrivacyText,
} from '@prenoto/core/privacy/privacy.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { showToast } from '../../../ui/toasts.ts'

export const privacyTextQuery = queryOptions({
  queryKey: ['privacy-text'],
  queryFn: () => api(readPrivacyText, {}),
  // A refetch would replace the text while the user edits it.
  staleTime: Number.POSITIVE_INFINITY,
})

export const providerQuery = queryOptions({
  queryKey: ['provider'],
  queryFn: () => api(readProvider, {}),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isSilent: true },
})

export function useUpdatePrivacyText() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PrivacyText) => api(updatePrivacyText, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(privacyTextQuery.queryKey, saved)
      showToast('success', 'Configurazioni salvate con successo')
    },
  })
}

export const restrictedCustomersQuery = queryOptions({
  queryKey: ['restricted-customers'],
  queryFn: () => api(listRestrictedCustomers, {}),
  meta: { isSilent: true },
})
