import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { removeAccessToken, storeAccessToken, takeReturnPath } from '../../../lib/session.ts'

/**
 * Keeps the token of a new session and leaves for the back office: where whoever it is was as their last one ended. Says whether it does.
 */
export async function beginSession(accessToken: string, isSetUp: boolean): Promise<boolean> {
  storeAccessToken(accessToken)
  try {
    const { id } = await api(readUserInfo, {})
    const cameFrom = takeReturnPath(id)
    goTo(isSetUp ? (cameFrom ?? paths.dashboard) : paths.onboarding)
    return true
  } catch {
    removeAccessToken()
    console.error('Failed to fetch user info after login.')
    return false
  }
}
