/**
 * Elects one of those pages of this browser that stand. `lead` begins what the leader does, and returns how to end it.
 * A leader that withdraws, is closed or crashes is followed by the next. Without locks, which browsers keep for pages
 * that came over TLS, every page that stands leads.
 */
export function openElection(name: string, lead: () => () => void) {
  let candidacy: AbortController | undefined

  function withdraw() {
    candidacy?.abort()
    candidacy = undefined
  }

  async function stand(lock: Pick<LockOptions, 'steal'> = {}) {
    withdraw()
    const own = new AbortController()
    candidacy = own
    const serve = () =>
      new Promise<void>((resolve) => {
        if (own.signal.aborted) return resolve()
        const end = lead()
        own.signal.addEventListener('abort', () => {
          end()
          resolve()
        })
      })
    if (!hasLocks) return serve()
    try {
      await navigator.locks.request(name, lock.steal ? lock : { signal: own.signal }, serve)
    } catch {
      // Withdrawn while it waited, or else replaced: then it waits for its turn again.
      if (!own.signal.aborted) stand()
    }
  }

  return {
    /** Takes part until it withdraws. */
    stand: () => stand(),
    /** Leads from now on in place of a leader that no longer does its work. */
    replace: () => stand({ steal: true }),
    withdraw,
  }
}

/** Whether pages of this browser can agree on a leader. */
export const hasLocks = 'locks' in navigator
