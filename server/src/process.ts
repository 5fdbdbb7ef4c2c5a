import { reachDatabase } from './database/connection.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { openLog } from './log.ts'
import { PlainFailure } from './plain-failure.ts'
import { startServer } from './server.ts'
import { readSettings, type Settings, settingDoubts } from './settings.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { welcome } from './welcome.ts'

/** Says why there is no server: a sentence where one suffices, else everything. */
export const fail = (error: unknown) => {
  if (error instanceof PlainFailure) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

/** Starts everything in order, and stops it in the opposite one on SIGTERM and SIGINT. */
export function run() {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  for (const doubt of settingDoubts(process.env)) log.warn(doubt)
  const dev = process.argv.includes('--dev')

  const running = settings.databaseUrl ? external(settings.databaseUrl) : embedded(settings)
  const { stop, isStopping } = stopOnSignals(running, log)

  async function external(url: string) {
    await reachDatabase(url)
    const server = await startServer({ url, settings, log, dev })
    return { address: server.address, stop: server.stop }
  }

  async function embedded({ dataDir }: Settings) {
    const postgres = await startEmbeddedPostgres(dataDir)
    postgres.lost.then(() => {
      log.fatal('the embedded PostgreSQL has stopped unexpectedly')
      stop(1)
    })
    try {
      const server = await startServer({ url: postgres.url, settings, log, dev, seed: seedDemo })
      return {
        address: server.address,
        stop: () => server.stop().finally(() => postgres.stop()),
      }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  }

  running.then(({ address }) => {
    if (!isStopping()) welcome(address, { demo: settings.databaseUrl === undefined })
  }, fail)
}
