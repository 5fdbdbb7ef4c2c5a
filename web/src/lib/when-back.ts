/** Milliseconds between two looks at a server that does not answer. */
const PAUSE = 3_000

/** Calls `act` when a server that does not answer now answers again; never, when it answers already. Returns how to stop. */
export function whenBack(act: () => void) {
  let wasAway = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout>

  const look = async () => {
    clearTimeout(timer)
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isStopped) return
    if (!answers) {
      wasAway = true
      timer = setTimeout(look, PAUSE)
    } else if (wasAway) {
      stop()
      act()
    }
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    removeEventListener('online', look)
  }

  addEventListener('online', look)
  look()
  return stop
}
