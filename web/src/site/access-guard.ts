import { isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../lib/api-client.ts'
import { paths } from '../lib/paths.ts'
import { accessToken, flagDomain, removeAccessToken } from '../lib/session.ts'

/** How long the overlay stays after the last check, milliseconds. */
const HIDE_DELAY = 500

/** Pages where nothing is decided on a known domain: whoever opens them has come for just that. */
const OPEN: string[] = [
  paths.invalidDomain,
  paths.setPassword,
  paths.forgotPassword,
  paths.confirmEmail,
  paths.restoreEmail,
]

/**
 * Sends the visitor where they belong. Returns whether the loading overlay shows; a site that is set up
 * has nothing to decide on its public pages, so there it never does.
 */
export function useAccessGuard({ path, configuration }: PageData): boolean {
  const isSetUp = configuration !== undefined && isComplete(configuration)
  const staysHere = path === paths.logIn || OPEN.includes(path)
  const [isDeciding, setIsDeciding] = useState(configuration !== undefined && !isSetUp && !staysHere)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, whose data never changes
  useEffect(() => {
    // The page itself was an answer: it tells whether the domain is known, whatever was flagged before. But to /invalid-domain a
    // call's answer has led, and stands.
    if (configuration === undefined || path !== paths.invalidDomain) flagDomain(configuration === undefined)
    let hiding: ReturnType<typeof setTimeout> | undefined
    // Replaced rather than added: going back must not end in the same decision again.
    const settleOn = (target: string) => {
      if (path !== target) location.replace(target)
      else hiding = setTimeout(() => setIsDeciding(false), HIDE_DELAY)
    }

    const decide = async () => {
      if (configuration === undefined) return settleOn(paths.invalidDomain)
      if (OPEN.includes(path)) return
      if (isSetUp && path !== paths.logIn) return dropStaleToken()
      if (accessToken() === undefined) return settleOn(paths.logIn)

      setIsDeciding(true)
      try {
        await api(readUserInfo, {})
        settleOn(isSetUp ? paths.dashboard : paths.onboarding)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : undefined
        // The browser is leaving for /invalid-domain already.
        if (status === 403) return
        if (status === 401) removeAccessToken()
        settleOn(paths.logIn)
      }
    }
    decide()
    return () => clearTimeout(hiding)
  }, [])

  return isDeciding
}

/** Whoever is logged in no longer is not led to the back office as if they were. Nothing waits for it. */
async function dropStaleToken() {
  if (accessToken() === undefined) return
  try {
    await api(readUserInfo, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return
    removeAccessToken()
    // As other tabs are told of it.
    dispatchEvent(new Event('storage'))
  }
}
