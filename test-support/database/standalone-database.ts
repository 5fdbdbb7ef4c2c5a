import { chmod, mkdir } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { openOwnerPool } from '../../server/src/database/connection.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { createRoles } from '../../server/src/database/roles.ts'

/** Starts a durable PostgreSQL in a folder of its own and migrates it. */
export async function startStandaloneDatabase(folder: string) {
  await mkdir(folder, { recursive: true })
  // PostgreSQL refuses to run as root, so another user must be able to enter the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder)
  const urls = await createRoles(postgres.url)
  const owner = openOwnerPool(urls.owner)
  await migrate(owner)
  await owner.end()
  return {
    /** Connects as the superuser. */
    url: postgres.url,
    urls,
    /** Settings that make a server or a worker use this database. */
    settings: { DATABASE_URL: urls.app, OWNER_DATABASE_URL: urls.owner },
    stop: postgres.stop,
  }
}
