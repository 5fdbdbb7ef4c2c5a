import { useEffect } from 'react'
import { accessToken, hasLoggedOut, onSessionChange } from '../lib/session.ts'
import { userQuery } from './features/session/session.queries.ts'
import { leaveAfterLogOut, leaveForLogIn } from './lib/navigation.ts'
import { queryClient } from './query-client.ts'

/** Leaves or reloads the page when another tab logs out or logs in as another user. */
export function useFollowSession() {
  useEffect(
    () =>
      onSessionChange(async () => {
        if (accessToken() === undefined) return hasLoggedOut() ? leaveAfterLogOut() : leaveForLogIn()
        const before = queryClient.getQueryData(userQuery.queryKey)
        // If the request fails, the page stays; its other requests report failures.
        const now = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => undefined)
        if (now && now.id !== before?.id) location.reload()
      }),
    [],
  )
}
