import {
  type PushCauses,
  type PushSettings,
  readPushSettings,
  removePushDevice,
  updatePushCauses,
} from '@prenoto/core/notifications/push.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api-client.ts'
import { reportFailure } from '../../../../ui/report-failure.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { useUser } from '../../session/session.queries.ts'
import { switchPushOff, switchPushOn } from './push-device.ts'

/** Read again each time, since other devices change them meanwhile. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: () => api(readPushSettings, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

/** The result says whether the user has allowed notifications. */
export function useSwitchPushOn() {
  const queryClient = useQueryClient()
  const { id } = useUser()
  return useMutation({
    mutationFn: (publicKey: string) => switchPushOn(publicKey, id),
    onSuccess: (isAllowed) => {
      if (isAllowed) showToast('success', 'Le notifiche arrivano anche su questo dispositivo.')
    },
    onError: (error) =>
      error instanceof DOMException
        ? showToast('danger', 'Il servizio di notifiche del browser non risponde: riprova tra poco.')
        : reportFailure(error),
    onSettled: () => queryClient.invalidateQueries(pushQuery),
  })
}

export function useRemoveDevice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, is_current }: PushSettings['devices'][number]) => {
      await api(removePushDevice, { params: { id } })
      if (is_current) await switchPushOff()
    },
    onSuccess: () => showToast('success', 'Il dispositivo non riceve più notifiche.'),
    onError: reportFailure,
    onSettled: () => queryClient.invalidateQueries(pushQuery),
  })
}

/** An optimistic update that is reverted when the server refuses it. */
export function useChangeCauses() {
  const queryClient = useQueryClient()
  const { queryKey } = pushQuery
  return useMutation({
    mutationFn: (causes: PushCauses) => api(updatePushCauses, { body: causes }),
    // Two quick changes arrive in their order.
    scope: { id: 'push-causes' },
    onMutate: async (causes) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (settings) => settings && { ...settings, causes })
    },
    onError: (error) => {
      reportFailure(error)
      queryClient.invalidateQueries({ queryKey })
    },
  })
}
