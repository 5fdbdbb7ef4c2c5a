import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Companion, Drawn, Order, Outcome, Wanted } from './redraw-image.ts'

const PROGRAM = join(import.meta.dirname, 'redraw-image.ts')

type Reason = { megapixels?: number; isSlow?: boolean }

/** A picture that cannot be redrawn: it is damaged, has more megapixels than its format may have, or takes too long. */
export class UnreadableImage extends Error {
  readonly reason: Reason

  constructor(reason: Reason, cause?: unknown) {
    super('the picture cannot be redrawn', { cause })
    this.reason = reason
  }
}

type Bounds = {
  signal: AbortSignal
  /** Milliseconds. */
  timeout: number
}

/**
 * Redraws a picture in a process of its own: a picture that crashes or blocks its decoder does not harm the server, and
 * the decoder's memory is given back. Throws UnreadableImage, and the signal's reason.
 */
export async function redrawInWorker<C extends Companion>(
  picture: Buffer,
  wanted: Wanted<C>,
  { signal, timeout }: Bounds,
): Promise<Drawn<C>> {
  const late = AbortSignal.timeout(timeout)
  const worker = fork(PROGRAM, {
    // A decoder has neither the server's secrets nor its flags.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal: AbortSignal.any([signal, late]),
    killSignal: 'SIGKILL',
  })
  // Both promises below report a failure; a later one concerns no request.
  worker.on('error', () => {})
  const ended = once(worker, 'exit').then(([code, signal]) => {
    throw new Error(`the image worker ended with ${signal ?? code}`)
  })
  try {
    const order: Order = { picture, wanted }
    worker.send(order)
    const [outcome] = (await Promise.race([once(worker, 'message'), ended])) as [Outcome<C>]
    if ('refused' in outcome) throw new UnreadableImage(outcome.refused)
    return outcome.drawn
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) throw new UnreadableImage({ isSlow: true })
    throw error instanceof UnreadableImage ? error : new UnreadableImage({}, error)
  } finally {
    worker.kill('SIGKILL')
  }
}
