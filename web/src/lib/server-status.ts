import { ApiError } from './api-client.ts'

/** A call that everybody may make and that the database has to answer. */
const PROBE = '/api/client/configs'

/** Milliseconds between two probes; each pause is twice the one before. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000
const PROBE_TIMEOUT = 10_000

/** Whether a call failed because nobody answered it, or because the server could not. */
export const isOutage = (error: unknown) =>
  error instanceof ApiError && (error.status === undefined || error.status >= 500)

let isOut = false
let isWatching = false
/** Whether a call has failed since the server was last asked. */
let isSuspected = false
let endPause = () => {}
let waiting: (() => void)[] = []
let readAgain: (wasOut: boolean) => Promise<boolean> = async () => false
const listeners = new Set<() => void>()

/** Whether the server did not answer when it was last asked. */
export const isServerDown = () => isOut

export function subscribeToServerStatus(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls `act` when the server answers again after an outage; never if it answers now. Returns how to stop. */
export function onRecovery(act: () => void) {
  checkServer()
  return subscribeToServerStatus(() => {
    if (!isOut) act()
  })
}

/** Sets what reads failed queries again, and tells whether some still fail. */
export function refetchOnRecovery(read: typeof readAgain) {
  readAgain = read
}

/** Asks the server whether it answers, and keeps asking until it does and every failed query has been read again. */
export async function checkServer() {
  isSuspected = true
  if (!isOut) endPause()
  if (isWatching) return
  isWatching = true
  let pause = FIRST_PAUSE
  let stillFails = false
  while (isSuspected || stillFails) {
    const wasOut = isOut
    isSuspected = false
    setOut(!(await answers()))
    const isBack = wasOut && !isOut
    if (!isBack) {
      await nextTry(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
    stillFails = isOut || (await readAgain(isBack))
  }
  isWatching = false
}

/** Ends the pause before the next probe: another call was answered. */
export function probeNow() {
  if (isOut) endPause()
}

/** Resolves once the server has answered. */
export function serverResponse(): Promise<void> {
  const answered = new Promise<void>((resolve) => waiting.push(resolve))
  checkServer()
  return answered
}

function setOut(now: boolean) {
  if (!now) {
    for (const resolve of waiting) resolve()
    waiting = []
  }
  if (now === isOut) return
  isOut = now
  for (const listener of listeners) listener()
}

async function answers() {
  try {
    const { status } = await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT) })
    return status < 500
  } catch {
    return false
  }
}

/** Waits, less when the network is back, and in a hidden tab until it is seen; random, so that tabs do not all ask at once. */
async function nextTry(pause: number) {
  await new Promise<void>((resolve) => {
    endPause = resolve
    setTimeout(resolve, pause * (0.5 + Math.random() / 2))
    addEventListener('online', () => resolve(), { once: true })
  })
  endPause = () => {}
  if (document.visibilityState === 'visible') return
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}
