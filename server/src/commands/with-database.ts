import { openOwnerPool, type Pool, reachDatabase } from '../database/connection.ts'
import { joinEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate, migrationState } from '../database/migrate.ts'
import { hasPostgresHome } from '../database/postgres-home.ts'
import { PlainFailure } from '../plain-failure.ts'
import { readSettings, type Settings } from '../settings.ts'

export type Installation = { owner: Pool; url: string; settings: Settings }

/**
 * Runs a command as the owner of the database that the server uses. One that `makes` it finds it there and migrated to the
 * newest schema, whatever was before; any other is refused where there is none, or an older one.
 */
export async function withDatabase(
  command: (installation: Installation) => Promise<unknown>,
  { makes = false }: { makes?: boolean } = {},
) {
  const settings = readSettings(process.env)
  if (!makes && !settings.databaseUrl && !(await hasPostgresHome(settings.dataDir)))
    throw noDatabase(`in DATA_DIR ${settings.dataDir}`)
  const postgres = settings.databaseUrl ? undefined : await joinEmbeddedPostgres(settings.dataDir)
  const url = settings.databaseUrl ?? postgres!.url
  await reachDatabase(url)
  const owner = openOwnerPool(url)
  try {
    if (makes) await migrate(owner, url)
    else await expectMigrated(owner, settings)
    await command({ owner, url, settings })
  } finally {
    await owner.end()
    await postgres?.stop()
  }
}

async function expectMigrated(owner: Pool, { databaseUrl, dataDir }: Settings) {
  const state = await migrationState(owner)
  if (state === 'none') throw noDatabase(databaseUrl ? 'at DATABASE_URL' : `in DATA_DIR ${dataDir}`)
  if (state === 'older')
    throw new PlainFailure(
      'The database is older than this Prenoto: `prenoto db migrate` brings it up to date, as a server does that starts.',
    )
}

const noDatabase = (where: string) =>
  new PlainFailure(
    `There is no Prenoto database ${where} yet: \`prenoto tenant create\` makes one, or \`prenoto db migrate\`.`,
  )
