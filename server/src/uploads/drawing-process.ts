import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { Outcome, Wanted } from './redraw-image.ts'

/**
 * The program of a process that draws images, one at a time: it is told by message what is wanted of a picture of so many
 * bytes, reads these from its standard input and tells what came of it. What a decoder takes, or breaks, ends with it.
 */

export type Order = { bytes: number; wanted: Wanted }

/** A fault is none of the picture's. */
export type Report = Outcome | { fault: string }

// When memory runs out, Linux is to end this process and not the server. Elsewhere there is no such file.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})

// A terminal or a service manager tells every process to stop; what is finished before is for the server to say.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (order: Order) => {
  process.send!(await carryOut(order))
  // The next picture may come before memory is short, and adds to this one until then.
  globalThis.gc?.()
})

async function carryOut({ bytes, wanted }: Order): Promise<Report> {
  try {
    const { redrawImage } = await import('./redraw-image.ts')
    return await redrawImage(await receive(bytes), wanted)
  } catch (error) {
    return { fault: String(error) }
  }
}

async function receive(bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let missing = bytes; missing > 0; ) {
    const piece: Buffer | null = process.stdin.read()
    if (!piece) {
      await once(process.stdin, 'readable')
      continue
    }
    pieces.push(piece)
    missing -= piece.length
  }
  return Buffer.concat(pieces)
}
