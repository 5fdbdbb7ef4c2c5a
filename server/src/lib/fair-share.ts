import { unavailable } from './errors.ts'

const BUSY = 'Ci sono molte richieste in questo momento. Riprova tra qualche secondo.'

const tooBusy = () => unavailable(BUSY)

type Limits = {
  /** How many of one key may be at it at once, and of all keys together. */
  each: number
  all: number
  /** How many of one key may wait, how many of all keys together, and for how many milliseconds. */
  waiting: number
  waitingInAll?: number
  patience: number
  /** What whoever cannot wait, or not longer, is told in place of the usual. */
  refusal?: () => Error
}

/** How many of a key are at it, and what starts each of those that wait. */
type Line = { busy: number; waiters: Set<() => void> }

/**
 * Shares something scarce among keys, so that a rush on one leaves the others theirs: of one key a few are at it at once and
 * the rest wait in line, and the lines take turns. Throws 503 for whoever finds the line full or waits too long.
 */
export function fairShare({ each, all, waiting, waitingInAll = Infinity, patience, refusal = tooBusy }: Limits) {
  // In the order in which the lines have their turn.
  const lines = new Map<number, Line>()
  let busy = 0
  let inLine = 0

  const mayStart = (line: Line) => line.busy < each && busy < all

  function begin(line: Line) {
    line.busy += 1
    busy += 1
  }

  function end(key: number, line: Line) {
    line.busy -= 1
    busy -= 1
    forgetEmpty(key, line)
    startNext()
  }

  function forgetEmpty(key: number, line: Line) {
    if (line.busy === 0 && line.waiters.size === 0) lines.delete(key)
  }

  function startNext() {
    for (const [key, line] of lines) {
      const [next] = line.waiters
      if (!next || !mayStart(line)) continue
      leaveLine(line, next)
      // Whoever has had a turn goes to the end.
      lines.delete(key)
      lines.set(key, line)
      next()
      return
    }
  }

  function leaveLine(line: Line, waiter: () => void) {
    if (line.waiters.delete(waiter)) inLine -= 1
  }

  function wait(key: number, line: Line, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        stopLooking()
        leaveLine(line, waiter)
        forgetEmpty(key, line)
        reject(signal?.aborted ? signal.reason : refusal())
      }
      const timer = setTimeout(giveUp, patience)
      const stopLooking = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiter = () => {
        stopLooking()
        begin(line)
        resolve()
      }
      signal?.addEventListener('abort', giveUp)
      line.waiters.add(waiter)
      inLine += 1
    })
  }

  return {
    /**
     * Waits for a turn of this key and answers what ends it, which is called once. Throws the signal's reason for whoever
     * does not want it any more.
     */
    async take(key: number, signal?: AbortSignal): Promise<() => void> {
      signal?.throwIfAborted()
      const line = lines.get(key) ?? { busy: 0, waiters: new Set() }
      lines.set(key, line)
      if (mayStart(line) && line.waiters.size === 0) begin(line)
      else if (line.waiters.size >= waiting || inLine >= waitingInAll) {
        forgetEmpty(key, line)
        throw refusal()
      } else await wait(key, line, signal)
      return () => end(key, line)
    },
  }
}

export type FairShare = ReturnType<typeof fairShare>
