import { readDataCopy, requestDataCopy } from '@prenoto/core/data-copies/data-copies.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { reportFailure } from '../../../ui/report-failure.ts'

/** Milliseconds between two looks whether the copy is ready. */
const INTERVAL = 2_000

type CopyState = Awaited<ReturnType<typeof readCopy>>['copy']

const readCopy = () => api(readDataCopy, {})

export const isBeingMade = (copy: CopyState | undefined) => copy?.state === 'requested' || copy?.state === 'making'

export const copyQuery = queryOptions({
  queryKey: ['data-copy'],
  queryFn: readCopy,
  staleTime: 0,
  meta: { isSilent: true },
  refetchInterval: ({ state: { data } }) => isBeingMade(data?.copy) && INTERVAL,
})

/** Asks for a new copy. */
export function useRequestCopy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(requestDataCopy, {}),
    onSuccess: (copy) => queryClient.setQueryData(copyQuery.queryKey, { copy }),
    onError: reportFailure,
  })
}
