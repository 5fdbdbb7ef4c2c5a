import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import { readService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import {
  listWaitingDays,
  listWaitingList,
  offerSlot,
  removeFromWaitingList,
  restoreToWaitingList,
} from '@prenoto/core/waiting-list/waiting-list.endpoints.ts'
import type { ManualOffer, WaitingEntry } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { offerUndo } from '../../ui/feedback/undo-offers.ts'

/** The waiting list of a day, in order. */
export const waitingListQuery = (day: PlainDate) =>
  queryOptions({
    queryKey: ['waiting-list', day],
    queryFn: () => api(listWaitingList, { query: { visit_day: day } }),
    meta: { isSilent: true },
  })

/** The days with people who wait. */
export const waitingDaysQuery = queryOptions({
  queryKey: ['waiting-list', 'days'],
  queryFn: () => api(listWaitingDays, {}),
  meta: { isSilent: true },
})

/** Reads the waiting list and the free slots again. */
function invalidateWaitingList(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  return queryClient.invalidateQueries({ queryKey: ['waiting-list'] })
}

/** The slots that the staff can offer: on the requested calendar, or on any. */
export const offerableSlotsQuery = ({ calendar_id, visit_day, ...entry }: WaitingEntry) => {
  const { service_id } = entry
  const { variant, also } = sameServices(entry)
  return queryOptions({
    queryKey: ['bookable-services', service_id, 'waiting-list', calendar_id, variant, also],
    queryFn: () =>
      api(readService, {
        params: { id: service_id },
        query: { calendar_id: calendar_id ?? undefined, variant_id: variant, also },
      }),
    select: ({ available_slots }) => available_slots.find(({ date }) => date === visit_day)?.slots ?? [],
    staleTime: 0,
  })
}

export function useOfferSlot({ id, name, surname }: WaitingEntry) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ManualOffer) => api(offerSlot, { params: { id }, body }),
    onSuccess: () => showToast('success', `Posto offerto a ${name} ${surname}`),
    onError: reportFailure,
    onSettled: () => invalidateWaitingList(queryClient),
  })
}

/** Removes a customer from the list and offers to undo it. */
export function useRemoveFromWaitingList() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name, surname }: WaitingEntry) => {
      const call = { params: { id } }
      await api(removeFromWaitingList, call)
      offerUndo(`${name} ${surname} in lista d’attesa`, () =>
        api(restoreToWaitingList, call).finally(() => invalidateWaitingList(queryClient)),
      )
    },
    onError: reportFailure,
    onSettled: () => invalidateWaitingList(queryClient),
  })
}
