import { updatePassword, updateProfile, uploadPhoto } from '@prenoto/core/session/account.endpoints.ts'
import type { PasswordChange, Profile } from '@prenoto/core/session/profile-schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, apiUpload } from '../../../lib/api-client.ts'
import { deviceHeader, storeAccessToken } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toasts.ts'
import { calendarFeedQuery } from '../calendar-files/calendar-feed.queries.ts'
import { userQuery } from '../session/session.queries.ts'

export function useUpdateProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Profile) => api(updateProfile, { body }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user)
      showToast('success', 'Utente aggiornato con successo!')
    },
  })
}

/** The key of the mutation that gives this session another token. */
export const SESSION_RENEWAL = ['session-renewal']

/** A new password ends all other sessions and the calendar link; this session continues with a new token. */
export function useUpdatePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: SESSION_RENEWAL,
    mutationFn: (body: PasswordChange) => api(updatePassword, { headers: deviceHeader(), body }),
    onSuccess: ({ access_token }) => {
      storeAccessToken(access_token)
      queryClient.invalidateQueries(calendarFeedQuery)
      showToast('success', 'Password aggiornata con successo!')
    },
  })
}

export function useUploadPhoto() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => apiUpload(uploadPhoto, file),
    onSuccess: ({ photo_url }) => {
      queryClient.setQueryData(userQuery.queryKey, (user) => user && { ...user, photo_url })
      showToast('success', 'Foto caricata con successo!')
    },
  })
}
