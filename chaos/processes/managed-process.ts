import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { spawnWorker } from '@prenoto/test-support/processes/worker-process.ts'
import type { EventLog, Timestamp } from '../event-log.ts'

/** How long after a crash the process is started again, milliseconds. */
const RESTART_PAUSE = 500

/** How long a process may take until it is ready, milliseconds. */
const START_LIMIT = 90_000

/** How long a process may take to notice a new clock offset, milliseconds. */
const CLOCK_DELAY = 100

type Running = Pick<ReturnType<typeof spawnServer>, 'pid' | 'ready' | 'exited' | 'end'> & { port?: () => number }

type ProcessOptions = { name: string; folder: string; settings: Record<string, string>; eventLog: EventLog }

export type ManagedProcess = Awaited<ReturnType<typeof manage>>

export const manageServer = (options: ProcessOptions) => manage(options, spawnServer)

export const manageWorker = (options: ProcessOptions) => manage(options, spawnWorker)

/** A supervised process: restarted whenever it ends, with a clock that can be shifted. */
async function manage(
  { name, folder, settings, eventLog }: ProcessOptions,
  spawn: (settings: Record<string, string>, launch: { options: string[] }) => Running,
) {
  const clockFile = join(folder, `${name.replace(' ', '-')}.clock`)
  const options = ['--import', join(import.meta.dirname, 'shifted-clock.ts')]
  const offsets: { at: Timestamp; offset: number }[] = [{ at: 0, offset: 0 }]
  await writeFile(clockFile, '0')

  let running: Running
  let port = 0
  let isReady = false
  let sent: 'SIGTERM' | 'SIGKILL' | undefined
  let isOver = false

  async function start() {
    sent = undefined
    const started = spawn(
      { ...settings, CLOCK_OFFSET_FILE: clockFile, ...(port && { PORT: String(port) }) },
      { options },
    )
    running = started
    started.exited.then(async ({ code, signal, output }) => {
      isReady = false
      eventLog.write({ kind: 'exit', process: name, at: Date.now(), ...(sent && { sent }), code, signal, output })
      if (sent) return
      await sleep(RESTART_PAUSE)
      if (!isOver && running === started) await start()
    })
    await started.ready().then(
      () => {
        port = started.port?.() ?? 0
        isReady = true
        eventLog.write({ kind: 'ready', process: name, at: Date.now() })
      },
      () => {},
    )
  }

  async function untilReady() {
    const end = Date.now() + START_LIMIT
    while (!isReady && Date.now() < end) await sleep(20)
  }

  async function endAndStart(signal: 'SIGTERM' | 'SIGKILL', pause: number) {
    sent = signal
    await running.end(signal)
    await sleep(pause)
    await start()
    await untilReady()
  }

  await start()
  return {
    name,
    untilReady,
    port: () => port,
    kill: (pause: number) => endAndStart('SIGKILL', pause),
    restart: () => endAndStart('SIGTERM', 0),
    /** Suspends the process for a while, as when its machine sleeps. */
    async suspend(milliseconds: number) {
      await untilReady()
      const { pid } = running
      process.kill(pid, 'SIGSTOP')
      await sleep(milliseconds)
      if (running.pid === pid) process.kill(pid, 'SIGCONT')
    },
    async shiftClock(offset: number) {
      await writeFile(clockFile, String(offset))
      offsets.push({ at: Date.now(), offset })
      if (isReady) process.kill(running.pid, 'SIGUSR2')
      await sleep(CLOCK_DELAY)
    },
    /** The smallest clock offset that the process had between two moments, milliseconds. */
    clockOffsetBetween(from: Timestamp, to: Timestamp) {
      const first = offsets.findLastIndex(({ at }) => at <= from - CLOCK_DELAY)
      const seen = offsets.slice(Math.max(0, first)).filter(({ at }) => at <= to)
      return Math.min(...seen.map(({ offset }) => offset))
    },
    async end() {
      isOver = true
      sent = 'SIGTERM'
      await running.end('SIGTERM')
    },
  }
}
