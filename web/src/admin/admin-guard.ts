import { listBookings } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../lib/api-client.ts'
import { paths } from '../lib/paths.ts'
import { isOutage, serverResponse } from '../lib/server-status.ts'
import { accessToken, claimTab, clearTab, flagDomain, hasLoggedOut } from '../lib/session.ts'
import { configurationQuery } from './features/configuration/configuration.queries.ts'
import { isHalfSaved } from './features/onboarding/draft.ts'
import { userQuery } from './features/session/session.queries.ts'
import { queryClient } from './query-client.ts'

/** How long the overlay stays after the last check, milliseconds. */
const HIDE_DELAY = 500

/** Whether the page may show: not yet decided, yes, or no since the server does not answer. */
export type Access = 'unknown' | 'granted' | 'unreachable'

/**
 * Lets nobody in without a session, and leads a business that is not set up to its onboarding; one that is leaves it
 * for the dashboard. A save of the onboarding that came half-way is finished first. `isCovered` says whether the loading overlay shows.
 */
export function useAdminGuard(configuration: Configuration, redirect: (path: string) => void) {
  const [access, setAccess] = useState<Access>('unknown')
  const [isCovered, setIsCovered] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, as the page loads
  useEffect(() => {
    // The page itself was an answer: this domain is known.
    flagDomain(false)
    queryClient.setQueryData(configurationQuery.queryKey, configuration)
    let hiding: ReturnType<typeof setTimeout> | undefined

    const decide = async () => {
      const decided = await findAccess(() => show('unreachable'))
      if (decided === 'unknown') return
      if (decided === 'granted') leadTo(configuration, redirect)
      show(decided)
    }
    const show = (decided: Access) => {
      setAccess(decided)
      hiding = setTimeout(() => setIsCovered(false), HIDE_DELAY)
    }
    decide()
    return () => clearTimeout(hiding)
  }, [])

  return { access, isCovered }
}

/** Stays unknown for those who leave for the log-in. While the server does not answer it is asked again, after `onOutage`. */
async function findAccess(onOutage: () => void): Promise<Access> {
  if (accessToken() === undefined) {
    if (hasLoggedOut()) clearTab()
    location.replace(paths.logIn)
    return 'unknown'
  }
  try {
    const { id } = await queryClient.fetchQuery(userQuery)
    claimTab(id)
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

function leadTo(configuration: Configuration, redirect: (path: string) => void) {
  const path = location.pathname
  if (!isComplete(configuration) || isHalfSaved()) {
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
