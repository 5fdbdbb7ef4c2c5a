import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api-client.ts'
import { accessToken, removeAccessToken } from '../lib/session.ts'
import { reportFailure } from '../ui/report-failure.ts'
import { leaveToLogInAgain } from './lib/leave.ts'

/** A session that ended meanwhile: the token is worth nothing any more. */
function leaveWhenLoggedOut(error: unknown) {
  const isLoggedOut = error instanceof ApiError && error.status === 401
  // Several calls may find out at once; one of them leaves.
  if (isLoggedOut && accessToken() !== undefined) {
    removeAccessToken()
    leaveToLogInAgain()
  }
  return isLoggedOut
}

/**
 * A failed read shows a toast, unless its query is silent; a failed change is only logged, and its form may say more.
 * Whatever finds the session ended leaves for the log-in.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!leaveWhenLoggedOut(error) && !query.meta?.isSilent) reportFailure(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      if (!leaveWhenLoggedOut(error)) console.error(error)
    },
  }),
  defaultOptions: {
    // Without a network a call fails like any other: waiting for it, a list would look empty, and a change would be made
    // when nobody expects it any more.
    queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
})
