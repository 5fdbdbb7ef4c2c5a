import type { ProposalInput } from '@prenoto/core/proposals/proposal-schema.ts'
import { createProposal, listProposals, withdrawProposal } from '@prenoto/core/proposals/proposals.endpoints.ts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'

/** The proposals that a customer can still answer. */
export const proposalsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['bookings', 'proposals', customerId],
    queryFn: () => api(listProposals, { query: { customer_id: customerId } }),
    meta: { isSilent: true },
  })

/** Reads the proposals and the free slots again. */
function invalidateProposals(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: ['bookable-services'] })
  return queryClient.invalidateQueries({ queryKey: ['bookings', 'proposals'] })
}

type NewProposal = Omit<ProposalInput, 'also'>

export function useCreateProposal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewProposal) => api(createProposal, { body }),
    onError: reportFailure,
    onSettled: () => invalidateProposals(queryClient),
  })
}

export function useWithdrawProposal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(withdrawProposal, { params: { id } }),
    onSuccess: () => showToast('success', 'Proposta ritirata: gli orari sono di nuovo liberi'),
    onError: reportFailure,
    onSettled: () => invalidateProposals(queryClient),
  })
}
