/** Milliseconds. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

let isHere: Promise<unknown> | undefined

/**
 * What `load` imports, however often that takes: for code that no page waits for. The files that the document names for later
 * are fetched first, since a browser that failed to import a file never asks for it again.
 */
export async function untilItComes<Code>(load: () => Promise<Code>): Promise<Code> {
  const files = document.querySelector<HTMLMetaElement>('meta[name=later]')?.content.split(' ') ?? []
  isHere ??= Promise.all(files.map((file) => fetchUntilItComes(file)))
  await isHere
  // Should it fail all the same, the page goes on without it.
  return load().catch(() => new Promise<never>(() => {}))
}

async function fetchUntilItComes(file: string, pause = FIRST_PAUSE) {
  try {
    const answer = await fetch(file)
    await answer.arrayBuffer()
    if (answer.ok) return
  } catch {
    // Asked again below.
  }
  await new Promise((resolve) => setTimeout(resolve, pause))
  await fetchUntilItComes(file, Math.min(pause * 2, LONGEST_PAUSE))
}
