import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../lib/api-client.ts'
import { paths } from '../lib/paths.ts'
import { accessToken, flagDomain, removeAccessToken } from '../lib/session.ts'

/** Delay before the overlay is hidden, milliseconds. */
const HIDE_DELAY = 500

/** Pages that never redirect on a known domain. */
const NO_REDIRECT: string[] = [
  paths.invalidDomain,
  paths.secondFactor,
  paths.setPassword,
  paths.forgotPassword,
  paths.confirmEmail,
  paths.restoreEmail,
  paths.notMe,
]

/**
 * Redirects to the back office, the onboarding, the log-in or /invalid-domain where the page does not apply.
 * Returns whether to show the loading overlay, which public pages of a finished site never do.
 */
export function useAccessGuard({ path, configuration }: PageData): boolean {
  const isSetUp = configuration !== undefined && isComplete(configuration)
  const staysHere = path === paths.logIn || NO_REDIRECT.includes(path)
  const [isDeciding, setIsDeciding] = useState(configuration !== undefined && !isSetUp && !staysHere)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, since the data of a page never change
  useEffect(() => {
    // A rendered page tells whether the domain is known. On /invalid-domain the flag of the call that led there stays.
    if (configuration === undefined || path !== paths.invalidDomain) flagDomain(configuration === undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    // Replaces the history entry, so that the back button does not lead to the same redirect.
    const redirectTo = (target: string) => {
      if (path !== target) location.replace(target)
      else timer = setTimeout(() => setIsDeciding(false), HIDE_DELAY)
    }

    const decide = async () => {
      if (configuration === undefined) return redirectTo(paths.invalidDomain)
      if (NO_REDIRECT.includes(path)) return
      if (isSetUp && path !== paths.logIn) return removeExpiredToken()
      if (accessToken() === undefined) return redirectTo(paths.logIn)

      setIsDeciding(true)
      try {
        await readUser()
        redirectTo(isSetUp ? paths.dashboard : paths.onboarding)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : undefined
        // The browser is already navigating to /invalid-domain.
        if (status === 403) return
        if (status === 401) removeAccessToken()
        redirectTo(paths.logIn)
      }
    }
    decide()
    return () => clearTimeout(timer)
  }, [])

  return isDeciding
}

/** Loads the endpoint only for users, whom visitors of the site seldom are. */
const readUser = async () => api((await import('@prenoto/core/session/session.endpoints.ts')).readUserInfo, {})

/** Removes an expired token, so that links no longer lead to the back office. */
async function removeExpiredToken() {
  if (accessToken() === undefined) return
  try {
    await readUser()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return
    removeAccessToken()
    // The browser sends this event only to the other tabs.
    dispatchEvent(new Event('storage'))
  }
}
