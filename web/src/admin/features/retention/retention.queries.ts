import { readRetention } from '@prenoto/core/retention/retention.endpoints.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

export const retentionQuery = (months: number) =>
  queryOptions({
    queryKey: ['retention', months],
    queryFn: () => api(readRetention, { query: { months } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isSilent: true },
  })
