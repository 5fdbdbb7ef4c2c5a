import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

/** Never fresh, since the other pages change the counts. */
export const summaryQuery = queryOptions({
  queryKey: ['dashboard-summary'],
  queryFn: () => api(readSummary, {}),
  staleTime: 0,
})
