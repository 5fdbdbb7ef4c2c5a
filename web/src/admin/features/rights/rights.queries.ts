import { readRights, updateRights } from '@prenoto/core/rights/rights.endpoints.ts'
import type { RightChange } from '@prenoto/core/rights/rights-schema.ts'
import { queryOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

export const rightsQuery = queryOptions({
  queryKey: ['rights'],
  queryFn: () => api(readRights, {}),
  meta: { isSilent: true },
})

const CHANGES = ['rights', 'change']

/** Consecutive changes are sent in order. */
export function useChangeRight() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: CHANGES,
    scope: { id: 'rights' },
    mutationFn: (body: RightChange) => api(updateRights, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(rightsQuery.queryKey, saved)
      showToast('success', 'Permessi salvati con successo')
    },
    onError: reportFailure,
  })
}

/** The changes that are not saved yet. */
export const usePendingChanges = () =>
  useMutationState({
    filters: { mutationKey: CHANGES, status: 'pending' },
    select: ({ state }) => state.variables as RightChange,
  })
