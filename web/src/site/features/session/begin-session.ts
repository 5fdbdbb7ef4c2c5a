import type { LogInAnswer } from '@prenoto/core/session/log-in-answer.ts'
import { readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { removeAccessToken, storeAccessToken, takeReturnPath } from '../../../lib/session.ts'
import { storeSecondStep } from './second-step.ts'

/** Begins the session of a log-in, or opens the second step. Returns whether it navigates. */
export async function continueLogIn(answer: LogInAnswer, isSetUp: boolean): Promise<boolean> {
  if ('access_token' in answer) return beginSession(answer.access_token, isSetUp)
  storeSecondStep(answer)
  goTo(paths.secondFactor)
  return true
}

/** Stores a new session's token and opens the page where the last session ended. Returns false after a failure. */
export async function beginSession(accessToken: string, isSetUp: boolean): Promise<boolean> {
  storeAccessToken(accessToken)
  try {
    const { id } = await api(readUserInfo, {})
    const returnPath = takeReturnPath(id)
    goTo(isSetUp ? (returnPath ?? paths.dashboard) : paths.onboarding)
    return true
  } catch {
    removeAccessToken()
    console.error('Failed to fetch user info after login.')
    return false
  }
}
