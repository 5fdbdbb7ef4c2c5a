import type { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { openAppPool } from '../database/connection.ts'
import { openJobs } from '../jobs/open-jobs.ts'
import { openLog } from '../log.ts'
import { readSettings, settingDoubts } from '../settings.ts'
import { stopOnSignals } from '../stop-on-signals.ts'
import { type Installation, withDatabase } from './with-database.ts'
import { print } from './words.ts'

export function workerCommand(program: Command) {
  program
    .command('worker')
    .description('run jobs and nothing else, such as sending e-mails, until told to stop; start as many as you like')
    .action(work)
}

async function work() {
  const log = openLog(readSettings(process.env).logLevel)
  for (const doubt of settingDoubts(process.env)) log.warn(doubt)
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()

  async function runJobs({ url, settings }: Installation) {
    const parts = new AsyncDisposableStack()
    try {
      const pool = parts.adopt(openAppPool(url), (pool) => pool.end())
      await openJobs(parts, {
        url,
        pool,
        settings: { ...settings, jobs: true },
        log,
        clock: systemClock,
        isServing: false,
      })
      print('Running jobs. End with SIGTERM or Ctrl+C.')
      await told
    } finally {
      await parts.disposeAsync()
    }
  }

  const finished = withDatabase(runJobs, { makes: true })
  async function stop() {
    tell()
    await finished
  }
  stopOnSignals(Promise.resolve({ stop }), log)
  await finished
}
