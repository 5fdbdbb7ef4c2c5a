import { readConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'

/** The business. It comes with the page, so it is there from the start. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: () => api(readConfiguration, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useConfiguration = (): Configuration => useQuery(configurationQuery).data!
