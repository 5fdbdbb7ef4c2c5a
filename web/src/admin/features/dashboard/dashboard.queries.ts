import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

/** Read at every visit: the other screens change what it counts. */
export const summaryQuery = queryOptions({
  queryKey: ['dashboard-summary'],
  queryFn: () => api(readSummary, {}),
  staleTime: 0,
})
