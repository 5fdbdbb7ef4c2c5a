import type { LineOutcome } from '@prenoto/core/imports/import-outcomes.ts'
import {
  type ImportDetails,
  type ImportLine,
  listImportLines,
  listImports,
  readImport,
} from '@prenoto/core/imports/imports.endpoints.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../../lib/api-client.ts'
import type { CursorList } from '../../lib/crud-queries.ts'

/** Milliseconds between two reads of the progress. */
const PROGRESS_INTERVAL = 500
/** For a stopped import, which another admin may resume. */
const STOPPED_INTERVAL = 5_000

export const isRunning = ({ state }: Pick<ImportDetails, 'state'>) =>
  state === 'checking' || state === 'importing' || state === 'undoing'

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: () => api(listImports, {}),
  staleTime: 0,
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: () => api(readImport, { params: { id } }),
    staleTime: 0,
    meta: { isSilent: true },
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isRunning(data)) return false
      return data.is_stopped ? STOPPED_INTERVAL : PROGRESS_INTERVAL
    },
  })

/** Starts a step of an import, whose page then shows the answer. */
export function useStep<Choice = void>(id: number, start: (choice: Choice) => Promise<ImportDetails>) {
  const queryClient = useQueryClient()
  const { queryKey } = importQuery(id)
  return useMutation({
    mutationFn: start,
    onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
    // Another admin may have started a step.
    onError: (error) =>
      error instanceof ApiError && error.status === 409 && queryClient.invalidateQueries({ queryKey }),
  })
}

/** The lines of an import in a state, since each step changes their outcomes. */
export const importLines = (
  { id, state }: Pick<ImportDetails, 'id' | 'state'>,
  outcome: LineOutcome | undefined,
): CursorList<ImportLine> => ({
  key: `import-lines-${id}-${state}-${outcome ?? 'all'}`,
  list: async (query) => {
    const { lines: items, ...tail } = await api(listImportLines, { params: { id }, query: { ...query, outcome } })
    return { items, ...tail }
  },
})
