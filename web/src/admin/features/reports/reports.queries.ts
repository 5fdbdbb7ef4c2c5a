import type { Period } from '@prenoto/core/reports/period.ts'
import { readReport } from '@prenoto/core/reports/reports.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

export const reportQuery = (period: Period) =>
  queryOptions({
    queryKey: ['report', period.from, period.to],
    queryFn: () => api(readReport, { query: period }),
    staleTime: 0,
    meta: { isSilent: true },
  })
