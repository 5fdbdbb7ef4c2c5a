import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-client.ts'
import { checkServer, isOutage, probeNow, refetchOnRecovery } from '../lib/server-status.ts'
import { accessToken, removeAccessToken } from '../lib/session.ts'
import { reportFailure } from '../ui/report-failure.ts'
import { leaveForLogIn } from './lib/navigation.ts'

/** A session that ended meanwhile: the token is worth nothing any more. */
function leaveWhenLoggedOut(error: unknown) {
  const isLoggedOut = error instanceof ApiError && error.status === 401
  // Several calls may find out at once; one of them leaves.
  if (isLoggedOut && accessToken() !== undefined) {
    removeAccessToken()
    leaveForLogIn()
  }
  return isLoggedOut
}

let isReadingAgain = false

/** An error of the server itself (500) would come again; what it or a proxy could not answer may pass. */
const mayPass = (error: unknown) => isOutage(error) && (error as ApiError).status !== 500

/** After an outage everything that failed is read again, at other times what may pass; nothing is said twice. */
refetchOnRecovery(async (wasOut) => {
  const predicate = ({ state }: Query) => (wasOut ? isOutage(state.error) : mayPass(state.error))
  const failed = { type: 'active', predicate } as const
  isReadingAgain = true
  await queryClient.refetchQueries(failed)
  isReadingAgain = false
  return (
    queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => mayPass(state.error) }).length > 0
  )
})

/**
 * A failed read shows a toast, unless its query is silent; a failed change is only logged, and its form may say more.
 * Whatever finds the session ended leaves for the log-in.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: probeNow,
    onError: (error, query) => {
      if (leaveWhenLoggedOut(error)) return
      if (isOutage(error)) checkServer()
      if (!query.meta?.isSilent && !isReadingAgain) reportFailure(error)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: probeNow,
    onError: (error) => {
      if (leaveWhenLoggedOut(error)) return
      if (isOutage(error)) checkServer()
      console.error(error)
    },
  }),
  defaultOptions: {
    // Without a network a call fails like any other: waiting for it, a list would look empty, and a change would be made
    // when nobody expects it any more.
    queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})
