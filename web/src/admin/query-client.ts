import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isProofDeclined } from '../lib/api-client.ts'
import { checkServer, isOutage, probeNow, refetchOnRecovery } from '../lib/server-status.ts'
import { accessToken, removeAccessToken } from '../lib/session.ts'
import { reportFailure } from '../ui/report-failure.ts'
import { SESSION_RENEWAL } from './features/settings/settings.queries.ts'
import { leaveForLogIn } from './lib/navigation.ts'

/** Opens the log-in and returns true if the error says that the session has ended. */
function leaveIfLoggedOut(error: unknown) {
  const isLoggedOut = error instanceof ApiError && error.status === 401
  // Several calls may fail at once; only the first one leaves.
  if (isLoggedOut && accessToken() !== undefined) {
    removeAccessToken()
    leaveForLogIn()
  }
  return isLoggedOut
}

/** Whether the session's old token was refused before the new one arrived. */
const isRenewing = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && queryClient.isMutating({ mutationKey: SESSION_RENEWAL }) > 0

/** Reloads the page, which then shows the set-up, and returns true if the user has to add a second factor first. */
function setUpIfRequired(error: unknown) {
  const isRequired = error instanceof ApiError && error.reason === 'second-factor-required'
  if (isRequired) location.reload()
  return isRequired
}

let isRefetching = false

/** Retrying a 500 would fail again; other outages, such as a 503 or no response, may pass. */
const isTransient = (error: unknown) => isOutage(error) && (error as ApiError).status !== 500

/** Refetches all failed queries after an outage, otherwise only the transient failures, without a second toast. */
refetchOnRecovery(async (wasOut) => {
  const predicate = ({ state }: Query) => (wasOut ? isOutage(state.error) : isTransient(state.error))
  const failed = { type: 'active', predicate } as const
  isRefetching = true
  await queryClient.refetchQueries(failed)
  isRefetching = false
  return (
    queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => isTransient(state.error) }).length >
    0
  )
})

/**
 * TanStack Query lets a read that began before a change replace what the change has saved, and reads nothing anew that is
 * being read for the first time, though that read may miss the change. Here both are read again.
 */
class ChangeAwareQueryClient extends QueryClient {
  override setQueryData: QueryClient['setQueryData'] = (queryKey, updater, options) => {
    const filters = { queryKey, exact: true }
    const isReading = this.isFetching(filters) > 0
    const data: unknown = super.setQueryData<unknown>(queryKey, updater as never, options)
    if (isReading) void this.invalidateQueries({ ...filters, refetchType: 'all' })
    return data as never
  }

  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const hasData = ({ state }: Query) => state.data !== undefined
    const reads = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const firstReads = reads.filter((query) => !hasData(query))
    const invalidation = super.invalidateQueries(filters, options)
    await Promise.allSettled(firstReads.map((query) => query.fetch()))
    if (firstReads.length > 0) {
      const predicate = (query: Query) => firstReads.includes(query) && hasData(query)
      await super.invalidateQueries({ predicate, refetchType: filters?.refetchType }, { cancelRefetch: false })
    }
    return invalidation
  }
}

/**
 * A failed query shows a toast unless its `meta` is silent; a failed mutation is only logged, since its form reports it.
 * A 401 opens the log-in.
 */
export const queryClient = new ChangeAwareQueryClient({
  queryCache: new QueryCache({
    onSuccess: probeNow,
    onError: (error, query) => {
      if (isRenewing(error) || leaveIfLoggedOut(error) || setUpIfRequired(error)) return
      if (isOutage(error)) checkServer()
      if (!query.meta?.isSilent && !isRefetching) reportFailure(error)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: probeNow,
    onError: (error) => {
      if (leaveIfLoggedOut(error) || setUpIfRequired(error) || isProofDeclined(error)) return
      if (isOutage(error)) checkServer()
      console.error(error)
    },
  }),
  defaultOptions: {
    // Offline calls fail at once: waiting would show empty lists and send changes long after the user made them.
    queries: {
      retry: false,
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
