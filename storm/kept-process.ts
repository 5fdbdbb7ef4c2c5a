import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnServer } from '../server/test/server-process.ts'
import { spawnWorker } from '../server/test/worker-process.ts'
import type { Journal, Moment } from './journal.ts'

/** How soon what has ended is started again, as a service manager does, milliseconds. */
const RESTART_PAUSE = 500

/** How long a process may take until it is ready, milliseconds. */
const START_LIMIT = 90_000

/** How long a process takes at most to notice that its clock was put, milliseconds. */
const CLOCK_LOOK = 100

type Running = Pick<ReturnType<typeof spawnServer>, 'pid' | 'ready' | 'exited' | 'end'> & { port?: () => number }

type Options = { name: string; folder: string; settings: Record<string, string>; journal: Journal }

export type KeptProcess = Awaited<ReturnType<typeof keepProcess>>

export const keepServer = (options: Options) => keepProcess(options, spawnServer)

export const keepWorker = (options: Options) => keepProcess(options, spawnWorker)

/** A process that is started again whenever it ends, with a clock that can be put wrong. */
async function keepProcess(
  { name, folder, settings, journal }: Options,
  spawn: (settings: Record<string, string>, nodeOptions: string[]) => Running,
) {
  const clockFile = join(folder, `${name.replace(' ', '-')}.clock`)
  const nodeOptions = ['--import', join(import.meta.dirname, 'shifted-clock.ts')]
  const offsets: { at: Moment; offset: number }[] = [{ at: 0, offset: 0 }]
  await writeFile(clockFile, '0')

  let running: Running
  let port = 0
  let isReady = false
  let told: 'SIGTERM' | 'SIGKILL' | undefined
  let isOver = false

  async function start() {
    told = undefined
    const started = spawn({ ...settings, STORM_CLOCK: clockFile, ...(port && { PORT: String(port) }) }, nodeOptions)
    running = started
    started.exited.then(async ({ code, signal, output }) => {
      isReady = false
      const at = Date.now()
      if (output) journal.write({ kind: 'said', process: name, at, text: output })
      journal.write({ kind: 'exit', process: name, at, told, code, signal, lastWords: lastWordsOf(output) })
      if (told) return
      await sleep(RESTART_PAUSE)
      if (!isOver && running === started) await start()
    })
    await started.ready().then(
      () => {
        port = started.port?.() ?? 0
        isReady = true
        journal.write({ kind: 'ready', process: name, at: Date.now(), pid: started.pid })
      },
      () => {},
    )
  }

  /** Says whether it got ready in time. */
  async function untilReady() {
    const end = Date.now() + START_LIMIT
    while (!isReady && Date.now() < end) await sleep(20)
    return isReady
  }

  /** Ends it, and starts it again after a while. */
  async function endAndStart(signal: 'SIGTERM' | 'SIGKILL', pause: number) {
    told = signal
    await running.end(signal)
    await sleep(pause)
    await start()
    await untilReady()
  }

  await start()
  return {
    name,
    untilReady,
    pid: () => running.pid,
    port: () => port,
    kill: (pause: number) => endAndStart('SIGKILL', pause),
    restart: () => endAndStart('SIGTERM', 0),
    /** Stops it where it is, as when a machine sleeps, and lets it go on after a while. */
    async stall(milliseconds: number) {
      await untilReady()
      const { pid } = running
      process.kill(pid, 'SIGSTOP')
      await sleep(milliseconds)
      if (running.pid === pid) process.kill(pid, 'SIGCONT')
    },
    async setClock(offset: number) {
      await writeFile(clockFile, String(offset))
      offsets.push({ at: Date.now(), offset })
      if (isReady) process.kill(running.pid, 'SIGUSR2')
      await sleep(CLOCK_LOOK)
    },
    /** How far its clock was off at least between two moments, milliseconds. */
    clockBetween(from: Moment, to: Moment) {
      const first = offsets.findLastIndex(({ at }) => at <= from - CLOCK_LOOK)
      const shown = offsets.slice(Math.max(0, first)).filter(({ at }) => at <= to)
      return Math.min(...shown.map(({ offset }) => offset))
    },
    resident: () => residentMemory(running.pid),
    async end() {
      isOver = true
      told = 'SIGTERM'
      await running.end('SIGTERM')
    },
  }
}

/** The last line that tells of an error, or else the last one. */
const lastWordsOf = (output: string) =>
  (output.match(/^.*(Error|cannot|error):? .*$/gm) ?? output.trim().split('\n')).at(-1)!.slice(0, 400)

/** Resident memory in bytes; undefined for a process that has ended. Linux only. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
