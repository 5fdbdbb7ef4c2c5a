import {
  addDomain,
  chooseCanonicalDomain,
  listDomains,
  type NewDomain,
  type OwnDomains,
  removeDomain,
  verifyDomain,
} from '@prenoto/core/domains/domains.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'

/** Read again at each visit, since the provider changes domains too. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: () => api(listDomains, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

/** A change that answers with the whole list. After a failure the list is read again, since the change may be stored. */
function useChange<V>(mutationFn: (variables: V) => Promise<OwnDomains>, onError?: (error: unknown) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (domains) => queryClient.setQueryData(domainsQuery.queryKey, domains),
    onError: (error) => {
      onError?.(error)
      return queryClient.invalidateQueries(domainsQuery)
    },
  })
}

/** The form shows a refusal at its field. */
export const useAddDomain = () => useChange((body: NewDomain) => api(addDomain, { body }))

/** The domain's row shows what is missing. */
export const useVerifyDomain = () => useChange((domain: string) => api(verifyDomain, { params: { domain } }))

export const useChooseCanonicalDomain = () =>
  useChange((domain: string) => api(chooseCanonicalDomain, { params: { domain } }), reportFailure)

/** After the removal of the domain in use the list cannot be read here, so it is only changed. */
export function useRemoveDomain() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (domain: string) => api(removeDomain, { params: { domain } }),
    onError: (error) => {
      reportFailure(error)
      return queryClient.invalidateQueries(domainsQuery)
    },
    onSuccess: (_, removed) =>
      queryClient.setQueryData(
        domainsQuery.queryKey,
        (cached) => cached && { ...cached, domains: cached.domains.filter(({ domain }) => domain !== removed) },
      ),
  })
}
