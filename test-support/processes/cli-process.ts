import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const CLI = join(import.meta.dirname, '../../server/src/cli.ts')

/** Starts the command line as a process of its own, whose input is open. */
export function spawnCli(settings: Record<string, string>, ...args: string[]) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, [CLI, ...args], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs the command line as a process of its own and waits until it ends. */
export async function runCli(settings: Record<string, string>, ...args: string[]) {
  const child = spawnCli(settings, ...args)
  child.stdin.end()
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number, stdout, stderr }
}
