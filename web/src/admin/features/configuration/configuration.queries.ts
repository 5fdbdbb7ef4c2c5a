import {
  readConfiguration,
  updateConfiguration,
  uploadLogo,
} from '@prenoto/core/configuration/configuration.endpoints.ts'
import { toConfiguration } from '@prenoto/core/configuration/configuration-answer.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import { madeTo } from '@prenoto/core/contract/version.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiUpload } from '../../../lib/api-client.ts'

/** The business. It comes with the page, so it is there from the start. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: async () => toConfiguration(await api(readConfiguration, {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useConfiguration = (): Configuration => useQuery(configurationQuery).data!

/** Makes a file the logo of the business, as it was in this version if one is named. Returns the version it has then. */
export async function sendLogo(queryClient: QueryClient, file: File, known?: number) {
  const { photo_url: app_logo, version } = await apiUpload(uploadLogo, file, madeTo(known))
  queryClient.setQueryData(configurationQuery.queryKey, (known) => known && { ...known, app_logo, version })
  return version
}

/** Saves what is named, to the version it was changed in; the back office then shows the business as it is. */
export async function saveSite(queryClient: QueryClient, body: ConfigurationChanges, known: number) {
  const configuration = toConfiguration(await api(updateConfiguration, { headers: madeTo(known), body }))
  queryClient.setQueryData(configurationQuery.queryKey, configuration)
  return configuration
}
