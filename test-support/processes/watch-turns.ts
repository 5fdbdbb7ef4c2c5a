/**
 * Measures turns of the event loop in milliseconds of processor time of this thread. Unlike a wait they do not grow while
 * other programs use the processor.
 */
export function watchTurns() {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }, 1).unref()
  return {
    /** The longest turn since the last call. */
    takeLongest() {
      const taken = longest
      longest = 0
      return taken
    },
    stop: () => clearInterval(timer),
  }
}
