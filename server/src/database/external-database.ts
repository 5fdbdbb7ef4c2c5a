import { StartupError } from '@prenoto/core/startup-error.ts'
import { appRoleState, createAppRole } from './app-role.ts'
import { type DatabaseUrls, testConnection } from './connection.ts'
import { findDatabaseUrls, requireDirectConnection } from './roles.ts'

type ExternalDatabaseOptions = {
  databaseUrl: string
  ownerDatabaseUrl?: string
  listenDatabaseUrl?: string
  /** Whether an empty database is migrated; it is refused otherwise. */
  createIfMissing: boolean
}

/** Connects to the database, prepares its roles and returns the connection strings. Throws a StartupError if it is unusable. */
export async function externalDatabase(options: ExternalDatabaseOptions): Promise<DatabaseUrls> {
  const { databaseUrl, ownerDatabaseUrl, listenDatabaseUrl, createIfMissing } = options
  await testConnection('DATABASE_URL', databaseUrl)
  if (ownerDatabaseUrl) await testConnection('OWNER_DATABASE_URL', ownerDatabaseUrl)
  if (listenDatabaseUrl) await testConnection('LISTEN_DATABASE_URL', listenDatabaseUrl)
  const role = await appRoleState(databaseUrl)
  if (role === 'missing' && !createIfMissing) throw noDatabase('at DATABASE_URL')
  if (role !== 'usable') await createAppRole(databaseUrl, ownerDatabaseUrl)
  if (listenDatabaseUrl) await requireDirectConnection('LISTEN_DATABASE_URL', listenDatabaseUrl)
  else await requireDirectConnection('DATABASE_URL', databaseUrl)
  const urls = await findDatabaseUrls(databaseUrl, ownerDatabaseUrl)
  if (listenDatabaseUrl && urls.owner === databaseUrl)
    throw new StartupError(
      'DATABASE_URL: owns the tables, and migrations cannot run through a pooler. Beside LISTEN_DATABASE_URL use a log-in that is a ' +
        'member of prenoto_app and of nothing else, and name the owner in OWNER_DATABASE_URL.',
    )
  return { ...urls, listen: listenDatabaseUrl }
}

export const noDatabase = (where: string) =>
  new StartupError(
    `There is no Prenoto database ${where} yet: \`prenoto tenant create\` creates one, or \`prenoto db migrate\`.`,
  )
