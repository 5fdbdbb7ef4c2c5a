import { useEffect } from 'react'
import { accessToken, hasLoggedOut, onSessionChange } from '../lib/session.ts'
import { userQuery } from './features/session/session.queries.ts'
import { leaveAfterLogOut, leaveForLogIn } from './lib/navigation.ts'
import { queryClient } from './query-client.ts'

/** What shows belongs to whoever was logged in as it loaded: it goes when another tab logs out, or somebody else in. */
export function useFollowSession() {
  useEffect(
    () =>
      onSessionChange(async () => {
        if (accessToken() === undefined) return hasLoggedOut() ? leaveAfterLogOut() : leaveForLogIn()
        const before = queryClient.getQueryData(userQuery.queryKey)
        // Without an answer the page stays; its own requests report failures.
        const now = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined)
        if (now && now.id !== before?.id) location.reload()
      }),
    [],
  )
}
