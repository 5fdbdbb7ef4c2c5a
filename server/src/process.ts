import { reachDatabase } from './database/connection.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { openLog } from './log.ts'
import { PlainFailure } from './plain-failure.ts'
import { startServer } from './server.ts'
import { readSettings, type Settings } from './settings.ts'
import { welcome } from './welcome.ts'

/** A stop that takes longer than this is cut short, milliseconds. */
const DRAIN_LIMIT = 10_000

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
  const dev = process.argv.includes('--dev')

  let stopping = false
  const running = settings.databaseUrl ? external(settings.databaseUrl) : embedded(settings)

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

  /** Also in the middle of starting: what was begun is finished first, so that nothing is left behind. */
  async function stop(code: number) {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_LIMIT).unref()
    const server = await running.catch(() => undefined)
    await server?.stop().catch((error) => log.error({ err: error }, 'stopping'))
    process.exit(code)
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stop(0))

  running.then(({ address }) => {
    if (!stopping) welcome(address, { demo: settings.databaseUrl === undefined })
  }, fail)
}

/** npm hands SIGTERM to the shell it started us with, and the shell dies of it without telling us. */
function whenParentEnds(then: () => void) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && then(), 250).unref()
}
