import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { api } from '../../lib/api-client.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { removeAccessToken, storeAccessToken } from '../../lib/session.ts'

/** Keeps the token of a new session and leaves for the back office. Says whether it does. */
export async function beginSession(accessToken: string, isSetUp: boolean): Promise<boolean> {
  storeAccessToken(accessToken)
  if (!(await isKnown())) return false
  goTo(isSetUp ? paths.dashboard : paths.onboarding)
  return true
}

async function isKnown() {
  try {
    await api(readUserInfo, {})
    return true
  } catch {
    removeAccessToken()
    console.error('Failed to fetch user info after login.')
    return false
  }
}
