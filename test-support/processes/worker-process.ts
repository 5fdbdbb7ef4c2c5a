import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CLI = join(import.meta.dirname, '../../server/src/cli.ts')

/** Starts `prenoto worker` as a process of its own; `ready` waits until it runs jobs. `options`: Node's. */
export function spawnWorker(settings: Record<string, string>, { options = [] }: { options?: string[] } = {}) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...options, CLI, 'worker'], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  const running = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('Running jobs') && resolve())
    exited.then(() => reject(new Error(`The worker ended before it was ready: ${output}`)))
  })
  running.catch(() => {})
  return {
    pid: child.pid!,
    ready: () => running,
    output: () => output,
    exited,
    async end(signal: NodeJS.Signals) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return exited
    },
  }
}
