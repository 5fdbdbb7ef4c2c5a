import { StartupError } from '@prenoto/core/startup-error.ts'
import { joinEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { hasPostgresHome } from '@prenoto/postgres/postgres-home.ts'
import type { DatabaseUrls, Pool } from '../database/connection.ts'
import { openOwnerPool } from '../database/connection.ts'
import { externalDatabase, noDatabase } from '../database/external-database.ts'
import { migrate, migrationState } from '../database/migrate.ts'
import { type RetryOptions, retryUntilAvailable } from '../database/retry-until-available.ts'
import { createRoles } from '../database/roles.ts'
import { readSettings, type Settings } from '../settings/settings.ts'

export type Installation = { owner: Pool; urls: DatabaseUrls; settings: Settings }

/**
 * Runs a command as the owner of the database. A missing or older database is a StartupError. With `createIfMissing`, it is
 * created and migrated first; with `olderToo`, an older one stays as it is.
 */
export async function withDatabase(
  command: (installation: Installation) => Promise<unknown>,
  { createIfMissing = false, olderToo = false }: { createIfMissing?: boolean; olderToo?: boolean } = {},
) {
  const settings = readSettings(process.env)
  if (!createIfMissing && !settings.databaseUrl && !(await hasPostgresHome(settings.dataDir)))
    throw noDatabase(`in DATA_DIR ${settings.dataDir}`)
  const work = async (urls: DatabaseUrls) => {
    if (!urls.owner)
      throw new StartupError(
        'OWNER_DATABASE_URL: the command line needs it, because DATABASE_URL does not own the tables',
      )
    const owner = openOwnerPool(urls.owner)
    try {
      if (createIfMissing) await migrate(owner)
      else await expectMigrated(owner, settings, olderToo)
      await command({ owner, urls, settings })
    } finally {
      await owner.end()
    }
  }
  await withUrls(settings, work, { createIfMissing })
}

type Access = RetryOptions & { createIfMissing: boolean }

/** Connects to the configured database and runs `work`. With `createIfMissing`, the database may be empty. */
export async function withUrls(
  { databaseUrl, ownerDatabaseUrl, listenDatabaseUrl, dataDir }: Settings,
  work: (urls: DatabaseUrls) => Promise<unknown>,
  { createIfMissing, ...retryOptions }: Access,
) {
  if (databaseUrl) {
    const open = () => externalDatabase({ databaseUrl, ownerDatabaseUrl, listenDatabaseUrl, createIfMissing })
    return work(await retryUntilAvailable(open, retryOptions))
  }
  const postgres = await joinEmbeddedPostgres(dataDir)
  try {
    return await work(await createRoles(postgres.url))
  } finally {
    await postgres.stop()
  }
}

async function expectMigrated(owner: Pool, { databaseUrl, dataDir }: Settings, olderToo: boolean) {
  const state = await migrationState(owner)
  if (state === 'none') throw noDatabase(databaseUrl ? 'at DATABASE_URL' : `in DATA_DIR ${dataDir}`)
  if (state === 'older' && !olderToo)
    throw new StartupError(
      'The database is older than this version of Prenoto: migrate it with `prenoto db migrate` or start a server.',
    )
}
