import { StartupError } from '@prenoto/core/startup-error.ts'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import type { Logger } from 'pino'
import { closeFolders, keepFilesPrivate, requireDataDir } from './data-dir.ts'
import type { Pool } from './database/connection.ts'
import { externalDatabase } from './database/external-database.ts'
import { retryUntilAvailable } from './database/retry-until-available.ts'
import { createRoles } from './database/roles.ts'
import { type Contents, prepareContents } from './features/operations/demo/prepare-contents.ts'
import { makeCodeIfNone } from './features/set-up/set-up-code.ts'
import { openLog } from './lib/log.ts'
import { startNightlyBackups } from './nightly-backups.ts'
import { startServer } from './server.ts'
import { readSettings, type Settings, settingWarnings } from './settings/settings.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { welcome } from './welcome.ts'

/** Prints only the message of a StartupError, the stack of other errors, and exits. */
export const fail = (error: unknown) => {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

/** Servers and workers wait for a database that is starting or failing over. */
export const toRetryOptions = ({ databaseWait }: Settings, log: Logger) => ({
  timeout: databaseWait,
  onWait: (reason: string) => log.warn({ reason, seconds: databaseWait / 1000 }, 'waiting for the database'),
})

/** Starts the server; signals stop it in reverse order. */
export function run() {
  keepFilesPrivate()
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  for (const warning of settingWarnings(process.env)) log.warn(warning)
  const dev = process.argv.includes('--dev')
  let contents: Contents | undefined
  let setUpCode: string | undefined
  const prepare = async (owner: Pool) => {
    contents = await prepareContents(owner, settings)
    // A start that is retried keeps its code.
    if (contents.isEmpty) setUpCode ??= await makeCodeIfNone(owner)
  }

  const running = settings.databaseUrl
    ? external({ ...settings, databaseUrl: settings.databaseUrl })
    : embedded(settings)
  const { stop, isStopping } = stopOnSignals(running, log)

  async function external(settings: Settings & { databaseUrl: string }) {
    await requireDataDir(settings)
    await closeFolders(settings)
    const start = async () =>
      startServer({ urls: await externalDatabase({ ...settings, createIfMissing: true }), settings, log, dev, prepare })
    return retryUntilAvailable(start, toRetryOptions(settings, log))
  }

  async function embedded(settings: Settings) {
    const postgres = await startEmbeddedPostgres(settings.dataDir)
    postgres.lost.then(() => {
      log.fatal('the embedded PostgreSQL has stopped unexpectedly')
      stop(1)
    })
    try {
      await closeFolders(settings)
      const urls = await createRoles(postgres.url)
      const server = await startServer({ urls, settings, log, dev, prepare })
      const backups = startNightlyBackups({ ownerUrl: urls.owner, settings, log })
      return {
        address: server.address,
        stop: async () => {
          await Promise.all([server.stop(), backups.stop()]).finally(() => postgres.stop())
        },
      }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  }

  running.then(({ address }) => {
    if (!isStopping()) welcome(address, { ...settings, contents, setUpCode })
  }, fail)
}
