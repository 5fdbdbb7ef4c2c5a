import type { EndpointCall } from '@prenoto/core/contract/endpoint.ts'
import { readFirstSteps, updateFirstSteps } from '@prenoto/core/dashboard/first-steps.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { summaryQuery } from './dashboard.queries.ts'

/** Never fresh, since the other pages do the steps. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: () => api(readFirstSteps, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

export function useUpdateFirstSteps(onError?: (error: unknown) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointCall<typeof updateFirstSteps>['body']) => api(updateFirstSteps, { body }),
    onSuccess: (steps) => {
      queryClient.setQueryData(firstStepsQuery.queryKey, steps)
      queryClient.invalidateQueries(summaryQuery)
    },
    onError,
  })
}
