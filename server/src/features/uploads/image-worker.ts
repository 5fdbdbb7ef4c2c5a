import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { ResizedImages, ResizeOptions, ResizeRequest, ResizeResult, Variant } from './resize-image.ts'

const PROGRAM = join(import.meta.dirname, 'resize-image.ts')

type Reason = { megapixels?: number; isSlow?: boolean }

/** The picture is damaged, has more megapixels than its format may have, or takes too long to decode. */
export class ImageRejected extends Error {
  readonly reason: Reason

  constructor(reason: Reason, cause?: unknown) {
    super('the picture cannot be resized', { cause })
    this.reason = reason
  }
}

type Bounds = {
  signal: AbortSignal
  /** Milliseconds. */
  timeout: number
}

/**
 * Resizes a picture in a child process, so a crash or hang of the decoder does not affect the server, and its memory is freed.
 * Throws ImageRejected, or the signal's reason on abort.
 */
export async function resizeInWorker<C extends Variant>(
  picture: Buffer,
  options: ResizeOptions<C>,
  { signal, timeout }: Bounds,
): Promise<ResizedImages<C>> {
  const late = AbortSignal.timeout(timeout)
  const worker = fork(PROGRAM, {
    // The decoder gets neither the server's secrets nor its flags.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal: AbortSignal.any([signal, late]),
    killSignal: 'SIGKILL',
  })
  // The promises below report a failure; later errors concern no request.
  worker.on('error', () => {})
  // Requests go first, from the start of the worker on.
  if (worker.pid) setPriority(worker.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const ended = once(worker, 'exit').then(([code, signal]) => {
    throw new Error(`the image worker ended with ${signal ?? code}`)
  })
  try {
    const resizeRequest: ResizeRequest = { picture, options }
    worker.send(resizeRequest)
    const [result] = (await Promise.race([once(worker, 'message'), ended])) as [ResizeResult<C>]
    if ('refused' in result) throw new ImageRejected(result.refused)
    return result.resized
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) throw new ImageRejected({ isSlow: true })
    throw error instanceof ImageRejected ? error : new ImageRejected({}, error)
  } finally {
    worker.kill('SIGKILL')
  }
}
