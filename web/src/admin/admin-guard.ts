import { listBookings } from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../lib/api-client.ts'
import { paths } from '../lib/paths.ts'
import { isOutage, serverResponse } from '../lib/server-status.ts'
import { accessToken, clearTab, flagDomain, hasLoggedOut, setTabOwner } from '../lib/session.ts'
import { configurationQuery } from './features/configuration/configuration.queries.ts'
import { isPartlySaved } from './features/onboarding/draft.ts'
import { ownRightsQuery, userQuery } from './features/session/session.queries.ts'
import { queryClient } from './query-client.ts'

/** Milliseconds between the decision and hiding the overlay. */
const HIDE_DELAY = 500

/**
 * Whether the page may be shown: undecided, yes, only the set-up of a required second factor, or no because the server does
 * not respond.
 */
export type Access = 'unknown' | 'granted' | 'set-up' | 'unreachable'

/**
 * Requires a session, and redirects to the onboarding until the business is set up and fully saved, then away from it.
 * `isCovered` says whether the loading overlay is shown.
 */
export function useAdminGuard(configuration: Configuration, redirect: (path: string) => void) {
  const [access, setAccess] = useState<Access>('unknown')
  const [isCovered, setIsCovered] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when the page loads
  useEffect(() => {
    // The server has sent this page, so the domain is valid.
    flagDomain(false)
    queryClient.setQueryData(configurationQuery.queryKey, configuration)
    let timer: ReturnType<typeof setTimeout> | undefined

    const decide = async () => {
      const decided = await findAccess(() => show('unreachable'))
      if (decided === 'unknown') return
      if (decided === 'granted') redirectFor(configuration, redirect)
      show(decided)
    }
    const show = (decided: Access) => {
      setAccess(decided)
      timer = setTimeout(() => setIsCovered(false), HIDE_DELAY)
    }
    decide()
    return () => clearTimeout(timer)
  }, [])

  return { access, isCovered }
}

/** Returns 'unknown' when the log-in opens instead. During an outage it calls `onOutage` and waits for the server. */
async function findAccess(onOutage: () => void): Promise<Access> {
  if (accessToken() === undefined) {
    if (hasLoggedOut()) clearTab()
    location.replace(paths.logIn)
    return 'unknown'
  }
  try {
    const { id, role, must_add_second_factor } = await queryClient.fetchQuery(userQuery)
    setTabOwner(id)
    if (must_add_second_factor) return 'set-up'
    if (role === 'operator') await queryClient.fetchQuery(ownRightsQuery)
    return 'granted'
  } catch (error) {
    if (isOutage(error)) {
      onOutage()
      await serverResponse()
      return findAccess(onOutage)
    }
    return error instanceof ApiError && (error.status === 401 || error.status === 403) ? 'unknown' : 'unreachable'
  }
}

function redirectFor(configuration: Configuration, redirect: (path: string) => void) {
  const path = location.pathname
  if (!isComplete(configuration) || isPartlySaved()) {
    if (path !== paths.onboarding) redirect(paths.onboarding)
    return
  }
  if (path === paths.onboarding) redirect(paths.dashboard)
  if (path === paths.onboarding || path === paths.dashboard)
    queryClient.prefetchQuery({
      queryKey: ['bookings', 'newest'],
      queryFn: () => api(listBookings, { query: { per_page: 20 } }),
    })
}
