import {
  answerContactRequest,
  eraseContactRequest,
  listContactRequests,
} from '@prenoto/core/contact/contact-requests.endpoints.ts'
import type { StoredContactRequest } from '@prenoto/core/contact/stored-request-schema.ts'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

const PER_PAGE = 20
const KEY = ['contact-requests']

/** Contact requests, newest first; `only` leaves out the answered ones. */
export const contactRequestsQuery = (only: 'unanswered' | undefined) =>
  infiniteQueryOptions({
    queryKey: [...KEY, only],
    queryFn: ({ pageParam }) => api(listContactRequests, { query: { per_page: PER_PAGE, last_id: pageParam, only } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, last_id }) => (has_more ? (last_id ?? undefined) : undefined),
    meta: { isSilent: true },
  })

export function useAnswer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, answered }: { id: number; answered: boolean }) =>
      api(answerContactRequest, { params: { id }, body: { answered } }),
    onError: reportFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

export function useEraseRequest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: StoredContactRequest) => api(eraseContactRequest, { params: { id } }),
    onSuccess: (_, { name }) => showToast('success', `Richiesta di ${name} cancellata`),
    onError: reportFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
