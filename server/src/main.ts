import { pino } from 'pino'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { PlainFailure } from './plain-failure.ts'
import { type Server, startServer } from './server.ts'
import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

/** A stop that takes longer than this is cut short, milliseconds. */
const DRAIN_LIMIT = 10_000

async function main() {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel })
  const dev = process.argv.includes('--dev')

  let postgres: EmbeddedPostgres | undefined
  let server: Server | undefined
  let stopping: Promise<void> | undefined

  const stop = (code: number) => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), DRAIN_LIMIT).unref()
      await server?.stop().catch((error) => log.error({ err: error }, 'stopping the server'))
      await postgres?.stop()
      process.exit(code)
    })()
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))

  try {
    if (!settings.databaseUrl) {
      postgres = await startEmbeddedPostgres(settings.dataDir)
      postgres.lost.then(() => {
        log.fatal('the embedded PostgreSQL has stopped unexpectedly')
        stop(1)
      })
    }
    const url = settings.databaseUrl ?? postgres!.url
    server = await startServer({ url, settings, log, dev, seed: postgres && seedDemo })
    if (!stopping) welcome(server.address, { demo: postgres !== undefined })
  } catch (error) {
    await postgres?.stop().catch(() => {})
    throw error
  }
}

main().catch((error) => {
  if (error instanceof PlainFailure) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
})
