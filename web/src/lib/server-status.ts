import { ApiError } from './api-client.ts'

/** A public endpoint that reads from the database. */
const PROBE = '/api/client/configs'

/** Milliseconds between two probes; each pause is twice the one before. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000
const PROBE_TIMEOUT = 10_000

/** Whether a call failed because the server is unreachable or broken. */
export const isOutage = (error: unknown) =>
  error instanceof ApiError && (error.status === undefined || error.status >= 500)

let isDown = false
let isProbing = false
/** Whether a call has failed since the last probe. */
let isSuspected = false
let endPause = () => {}
let pendingResponses: (() => void)[] = []
let refetch: (wasDown: boolean) => Promise<boolean> = async () => false
const listeners = new Set<() => void>()

/** Whether the last probe failed. */
export const isServerDown = () => isDown

/** Whether a probe runs or the next one waits. */
export const isProbingServer = () => isProbing

export function subscribeToServerStatus(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Calls `then` when the server responds again after an outage; never if it responds now and the browser is online. Returns how
 * to unsubscribe.
 */
export function onRecovery(then: () => void) {
  checkServer()
  return subscribeToServerStatus(() => {
    if (!isDown) then()
  })
}

/** Sets the function that refetches failed queries. It returns whether some still fail. */
export function refetchOnRecovery(refetchFailed: typeof refetch) {
  refetch = refetchFailed
}

/** Probes the server until it responds and every failed query has been refetched. */
export async function checkServer() {
  isSuspected = true
  if (!isDown) endPause()
  if (isProbing) return
  isProbing = true
  // The network may be back before the first probe notices that it was away.
  if (navigator.onLine === false) setDown(true)
  let pause = FIRST_PAUSE
  let stillFails = false
  while (isSuspected || stillFails) {
    const wasDown = isDown
    isSuspected = false
    setDown(!(await responds()))
    const isBack = wasDown && !isDown
    if (!isBack) {
      await waitBeforeProbe(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
    stillFails = isDown || (await refetch(isBack))
  }
  isProbing = false
}

/** Ends the pause before the next probe, after another call has received a response. */
export function probeNow() {
  if (isDown) endPause()
}

/** Resolves once a probe has succeeded. */
export function serverResponse(): Promise<void> {
  const response = new Promise<void>((resolve) => pendingResponses.push(resolve))
  checkServer()
  return response
}

function setDown(now: boolean) {
  if (!now) {
    for (const resolve of pendingResponses) resolve()
    pendingResponses = []
  }
  if (now === isDown) return
  isDown = now
  for (const listener of listeners) listener()
}

async function responds() {
  try {
    const { status } = await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT) })
    return status < 500
  } catch {
    return false
  }
}

/** Waits with jitter, less when the network is back, and in a hidden tab until it becomes visible. */
async function waitBeforeProbe(pause: number) {
  await new Promise<void>((resolve) => {
    endPause = resolve
    setTimeout(resolve, pause * (0.5 + Math.random() / 2))
    addEventListener('online', () => resolve(), { once: true })
  })
  endPause = () => {}
  if (document.visibilityState === 'visible') return
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}
