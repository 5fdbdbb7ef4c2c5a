import {
  readTextConsent,
  readTextSettings,
  type TextConsent,
  type TextSettings,
  type TextSettingsForm,
  updateTextConsent,
  updateTextSettings,
} from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

/** Read each time that it is shown, since the spending grows. */
export const textSettingsQuery = queryOptions({
  queryKey: ['text-settings'],
  queryFn: () => api(readTextSettings, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

export function useSaveTextSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TextSettingsForm) => api(updateTextSettings, { body }),
    onSuccess: (saved: TextSettings) => {
      queryClient.setQueryData(textSettingsQuery.queryKey, saved)
      queryClient.removeQueries({ queryKey: ['text-consent'] })
      showToast('success', 'Configurazioni salvate con successo')
    },
    onError: reportFailure,
  })
}

export const textConsentQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['text-consent', customerId],
    queryFn: () => api(readTextConsent, { params: { id: customerId } }),
    staleTime: 0,
    meta: { isSilent: true },
  })

export function useChangeTextConsent(customerId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (is_given: boolean) => api(updateTextConsent, { params: { id: customerId }, body: { is_given } }),
    onSuccess: (consent: TextConsent) => {
      queryClient.setQueryData(textConsentQuery(customerId).queryKey, consent)
      showToast('success', consent.given_at ? 'Consenso registrato' : 'Consenso revocato')
    },
    onError: reportFailure,
  })
}
