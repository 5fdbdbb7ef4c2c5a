import { isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { useEffect, useState } from 'react'
import { api } from '../lib/api-client.ts'
import { paths } from '../lib/paths.ts'
import { accessToken, flagDomain, removeAccessToken } from '../lib/session.ts'

/** How long the overlay stays after the last check, milliseconds. */
const HIDE_DELAY = 500

/**
 * Sends the visitor where they belong. Returns whether the loading overlay shows; a site that is set up
 * has nothing to decide on its public pages, so there it never does.
 */
export function useAccessGuard({ path, configuration }: PageData): boolean {
  const isSetUp = configuration !== undefined && isComplete(configuration)
  const staysHere = path === paths.logIn || path === paths.invalidDomain
  const [isDeciding, setIsDeciding] = useState(configuration !== undefined && !isSetUp && !staysHere)

  // Before the first paint: a log-in form must not be seen by somebody who is logged in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, whose data never changes
  useEffect(() => {
    // The page itself was an answer: it tells whether the domain is known, whatever was flagged before.
    flagDomain(configuration === undefined)
    if (configuration === undefined) return leaveFor(paths.invalidDomain, path)
    if (path === paths.invalidDomain || (isSetUp && path !== paths.logIn)) return

    let hiding: ReturnType<typeof setTimeout> | undefined
    const decide = async () => {
      if (accessToken() === undefined) return leaveFor(paths.logIn, path)
      setIsDeciding(true)
      const isAuthenticated = await isKnown()
      if (isAuthenticated) leaveFor(isSetUp ? paths.dashboard : paths.onboarding, path)
      else leaveFor(paths.logIn, path)
      if (!isAuthenticated && path === paths.logIn) hiding = setTimeout(() => setIsDeciding(false), HIDE_DELAY)
    }
    decide()
    return () => clearTimeout(hiding)
  }, [])

  return isDeciding
}

/** Replaced rather than added: going back must not end in the same decision again. */
function leaveFor(target: string, path: string) {
  if (path !== target) location.replace(target)
}

async function isKnown() {
  try {
    await api(readUserInfo, {})
    return true
  } catch {
    removeAccessToken()
    return false
  }
}
