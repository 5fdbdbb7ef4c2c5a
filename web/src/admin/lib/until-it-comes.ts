/** Milliseconds. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

/** What `load` fetches, however often it takes: for code that no page waits for. */
export async function untilItComes<Code>(load: () => Promise<Code>, pause = FIRST_PAUSE): Promise<Code> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return untilItComes(load, Math.min(pause * 2, LONGEST_PAUSE))
  }
}
