import { openOwnerPool, type Pool, reachDatabase } from '../database/connection.ts'
import { joinEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { readSettings, type Settings } from '../settings.ts'

export type Installation = { owner: Pool; url: string; settings: Settings }

/** Runs a command as the owner of the database that the server uses, migrated to the newest schema. */
export async function withDatabase(command: (installation: Installation) => Promise<unknown>) {
  const settings = readSettings(process.env)
  const postgres = settings.databaseUrl ? undefined : await joinEmbeddedPostgres(settings.dataDir)
  const url = settings.databaseUrl ?? postgres!.url
  await reachDatabase(url)
  const owner = openOwnerPool(url)
  try {
    await migrate(owner, url)
    await command({ owner, url, settings })
  } finally {
    await owner.end()
    await postgres?.stop()
  }
}
