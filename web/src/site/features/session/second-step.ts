import type { LogInChallenge } from '@prenoto/core/second-factor/log-in-challenge.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'

const STEP = 'second_step'
const EXPIRED = 'second_step_expired'

/** Keeps the challenge of a log-in in the tab, so that the second step survives a reload. */
export const storeSecondStep = (challenge: LogInChallenge) => storeTabItem(STEP, JSON.stringify(challenge))

export function secondStep(): LogInChallenge | undefined {
  try {
    return JSON.parse(readTabItem(STEP) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** `isExpired`: the log-in page explains why it opened. */
export function endSecondStep({ isExpired = false } = {}) {
  removeTabItem(STEP)
  if (isExpired) storeTabItem(EXPIRED, 'true')
}

/** Whether the log-in page opened since a challenge has expired; true once. */
export function takeExpiredStep(): boolean {
  const isExpired = readTabItem(EXPIRED) === 'true'
  removeTabItem(EXPIRED)
  return isExpired
}
