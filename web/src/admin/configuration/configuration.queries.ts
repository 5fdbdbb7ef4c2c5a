import {
  readConfiguration,
  updateConfiguration,
  uploadLogo,
} from '@prenoto/core/configuration/configuration.endpoints.ts'
import { toConfiguration } from '@prenoto/core/configuration/configuration-answer.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiUpload } from '../../lib/api-client.ts'

/** The business. It comes with the page, so it is there from the start. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: async () => toConfiguration(await api(readConfiguration, {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useConfiguration = (): Configuration => useQuery(configurationQuery).data!

/** Makes a file the logo of the business. */
export async function sendLogo(queryClient: QueryClient, file: File) {
  const { photo_url: app_logo } = await apiUpload(uploadLogo, file)
  queryClient.setQueryData(configurationQuery.queryKey, (known) => known && { ...known, app_logo })
}

/** Saves what is named; the back office then shows the business as it is. */
export async function saveSite(queryClient: QueryClient, body: ConfigurationChanges) {
  const configuration = toConfiguration(await api(updateConfiguration, { body }))
  queryClient.setQueryData(configurationQuery.queryKey, configuration)
  return configuration
}
