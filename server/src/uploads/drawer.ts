import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Order, Report } from './drawing-process.ts'
import type { Companion, Drawn, Wanted } from './redraw-image.ts'

const PROGRAM = join(import.meta.dirname, 'drawing-process.ts')

/** Milliseconds for which a process is kept for another picture: starting one halts the server for some ten. */
const IDLE = 5_000

/** Requests go first; with more of it a picture would come to a stand on a machine that has no rest. */
const NICENESS = 5

/** All that the process is told of its surroundings: whatever a decoder may be made to do, no secret is in its reach. */
const ENVIRONMENT = {
  NODE_COMPILE_CACHE: getCompileCacheDir(),
  SystemRoot: process.env.SystemRoot,
  // glibc raises these bounds with the first large picture, and from then on keeps what pictures took: 400 MB, not 140.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // One picture at a time needs one thread; each more would keep a heap of its own.
  MALLOC_ARENA_MAX: '1',
  UV_THREADPOOL_SIZE: '1',
}

type Why = { megapixels?: number; isSlow?: boolean }

/** A picture that cannot be drawn: it is damaged, has more megapixels than are taken of its kind, or takes too long. */
export class Undrawable extends Error {
  readonly why: Why

  constructor(why: Why = {}, cause?: unknown) {
    super('the picture cannot be drawn', { cause })
    this.why = why
  }
}

type Bounds = {
  signal: AbortSignal
  /** Milliseconds. */
  timeout: number
}

export type Drawer = ReturnType<typeof openDrawer>

/**
 * Draws pictures anew, one after the other, in a process that lives as long as there are any. So their memory is given back,
 * requests go first, and a picture that brings its decoder down, or holds it up, takes nothing else along.
 */
export function openDrawer() {
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end() {
    clearTimeout(idle)
    current?.kill('SIGKILL')
    current = undefined
  }

  function running() {
    clearTimeout(idle)
    if (current) return current
    const started = startProcess()
    started.once('exit', () => {
      if (current === started) current = undefined
    })
    current = started
    return started
  }

  async function reportOn(picture: Buffer[], wanted: Wanted, { signal, timeout }: Bounds): Promise<Report> {
    signal.throwIfAborted()
    const process = running()
    const { promise, resolve, reject } = Promise.withResolvers<Report>()
    const leave = () => reject(signal.reason)
    const die = (why: unknown) => reject(new Undrawable({}, new Error(`the drawing process has ended: ${why}`)))
    const late = setTimeout(() => reject(new Undrawable({ isSlow: true })), timeout)
    signal.addEventListener('abort', leave)
    process.on('message', resolve).on('exit', die).on('error', die)
    try {
      const order: Order = { bytes: picture.reduce((sum, { length }) => sum + length, 0), wanted }
      process.send(order, (error) => error && die(error))
      for (const piece of picture) process.stdin?.write(piece)
      return await promise
    } catch (error) {
      // It may be at it still, or have half of the picture.
      end()
      throw error
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', leave)
      process.off('message', resolve).off('exit', die).off('error', die)
    }
  }

  return {
    /** Throws Undrawable, and the signal's reason. Only one picture may be under way. */
    async draw<C extends Companion>(picture: Buffer[], wanted: Wanted<C>, bounds: Bounds): Promise<Drawn<C>> {
      const report = await reportOn(picture, wanted, bounds)
      idle = setTimeout(end, IDLE).unref()
      if ('fault' in report) throw new Error(report.fault)
      if ('refused' in report) throw new Undrawable(report.refused)
      return report.drawn as Drawn<C>
    },
    end,
  }
}

function startProcess() {
  const started = fork(PROGRAM, {
    execArgv: ['--expose-gc'],
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  // What goes wrong with it is told by its end, to whoever waits for it.
  started.on('error', () => {})
  started.stdin?.on('error', () => {})
  try {
    if (started.pid) setPriority(started.pid, NICENESS)
  } catch {
    // Without the permission, or when it has ended at once, it goes on as it is.
  }
  return started
}
