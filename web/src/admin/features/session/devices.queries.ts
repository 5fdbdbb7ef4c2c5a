import { endOtherSessions, endSession, listSessions } from '@prenoto/core/session/devices.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

/** Read again at each visit, since other devices log in meanwhile. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => api(listSessions, {}),
  staleTime: 0,
  meta: { isSilent: true },
})

/** Ends one session, or all others without an id. The list is read again even after a failure. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id?: number) => (id === undefined ? api(endOtherSessions, {}) : api(endSession, { params: { id } })),
    onSuccess: (_, id) =>
      showToast('success', id === undefined ? 'Gli altri dispositivi sono scollegati.' : 'Dispositivo scollegato.'),
    onError: reportFailure,
    onSettled: () => queryClient.invalidateQueries(devicesQuery),
  })
}
