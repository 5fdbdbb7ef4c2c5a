import {
  readConfiguration,
  updateConfiguration,
  uploadLogo,
} from '@prenoto/core/configuration/configuration.endpoints.ts'
import { toConfiguration } from '@prenoto/core/configuration/configuration-answer.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiUpload } from '../../../lib/api-client.ts'

/** The configuration. The page contains it, so it is always loaded. */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: async () => toConfiguration(await api(readConfiguration, {})),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useConfiguration = (): Configuration => useQuery(configurationQuery).data!

/** Uploads the logo, against the known version if there is one. Returns the new version. */
export async function sendLogo(queryClient: QueryClient, file: File, knownVersion?: number) {
  const { photo_url: app_logo, version } = await apiUpload(uploadLogo, file, { headers: ifMatchHeader(knownVersion) })
  queryClient.setQueryData(configurationQuery.queryKey, (cached) => cached && { ...cached, app_logo, version })
  return version
}

/** Saves the changes against the known version and updates the cache. */
export async function saveSite(queryClient: QueryClient, body: ConfigurationChanges, knownVersion: number) {
  const configuration = toConfiguration(await api(updateConfiguration, { headers: ifMatchHeader(knownVersion), body }))
  queryClient.setQueryData(configurationQuery.queryKey, configuration)
  return configuration
}
