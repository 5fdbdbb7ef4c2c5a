import {
  addPasskey,
  confirmTotp,
  readSecondFactor,
  readStaffSecondFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  startPasskey,
  startTotp,
} from '@prenoto/core/second-factor/second-factor.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => api(readSecondFactor, {}),
})

/** A change of the user's second factors, after which they are read again. */
function useChange<V, R>(mutationFn: (variables: V) => Promise<R>, onError?: (error: unknown) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries(secondFactorQuery),
    ...(onError && { onError }),
    // Secrets and recovery codes stay in memory only as long as they are shown.
    gcTime: 0,
  })
}

export const useStartTotp = () =>
  useMutation({ mutationFn: () => api(startTotp, {}), onError: reportFailure, gcTime: 0 })

export const useConfirmTotp = () => useChange((code: string) => api(confirmTotp, { body: { code } }))

export const useRemoveTotp = () => useChange(() => api(removeTotp, {}), reportFailure)

const PASSKEY_CANCELLED = 'La passkey non è stata creata. Riprova.'

/** Asks the browser for a new passkey of this domain. */
export const useAddPasskey = () =>
  useChange(
    async (name: string) => {
      const options = await api(startPasskey, {})
      const { startRegistration } = await import('@simplewebauthn/browser')
      type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
      const credential = await startRegistration({ optionsJSON: options as unknown as RegistrationOptions })
      const clientExtensionResults = { ...credential.clientExtensionResults }
      return api(addPasskey, { body: { name, credential: { ...credential, clientExtensionResults } } })
    },
    (error) => (error instanceof ApiError ? reportFailure(error) : showToast('danger', PASSKEY_CANCELLED)),
  )

export const useRemovePasskey = () => useChange((id: number) => api(removePasskey, { params: { id } }), reportFailure)

export const useRenewRecoveryCodes = () => useChange(() => api(renewRecoveryCodes, {}), reportFailure)

/** The rule of the business, and the users who have a second factor. */
export const staffSecondFactorsQuery = queryOptions({
  queryKey: ['users', 'second-factors'],
  queryFn: () => api(readStaffSecondFactors, {}),
})

export function useRequireSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (is_required: boolean) => api(requireSecondFactor, { body: { is_required } }),
    onSuccess: (rule) => {
      queryClient.setQueryData(staffSecondFactorsQuery.queryKey, rule)
      queryClient.invalidateQueries(secondFactorQuery)
    },
    onError: reportFailure,
  })
}

export function useResetSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(resetSecondFactor, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(staffSecondFactorsQuery),
    onError: reportFailure,
  })
}
