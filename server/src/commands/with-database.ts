import type { DatabaseUrls, Pool } from '../database/connection.ts'
import { openOwnerPool } from '../database/connection.ts'
import { joinEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { externalDatabase } from '../database/external-database.ts'
import { makeLogIns } from '../database/log-ins.ts'
import { migrate } from '../database/migrate.ts'
import { PlainFailure } from '../plain-failure.ts'
import { readSettings, type Settings } from '../settings.ts'

export type Installation = { owner: Pool; urls: DatabaseUrls; settings: Settings }

/** Runs a command as the owner of the database that the server uses, migrated to the newest schema. */
export async function withDatabase(command: (installation: Installation) => Promise<unknown>) {
  const settings = readSettings(process.env)
  await withUrls(settings, async (urls) => {
    if (!urls.owner)
      throw new PlainFailure(
        'OWNER_DATABASE_URL: the command line needs it, since DATABASE_URL does not own the tables',
      )
    const owner = openOwnerPool(urls.owner)
    try {
      await migrate(owner)
      await command({ owner, urls, settings })
    } finally {
      await owner.end()
    }
  })
}

/** Runs `work` while the database that the server uses can be reached. */
export async function withUrls(
  { databaseUrl, ownerDatabaseUrl, dataDir }: Settings,
  work: (urls: DatabaseUrls) => Promise<unknown>,
  patience = {},
) {
  if (databaseUrl) return work(await externalDatabase({ databaseUrl, ownerDatabaseUrl }, patience))
  const postgres = await joinEmbeddedPostgres(dataDir)
  try {
    return await work(await makeLogIns(postgres.url))
  } finally {
    await postgres.stop()
  }
}
