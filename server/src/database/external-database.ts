import { StartupError } from '@prenoto/core/startup-error.ts'
import { appRoleState, makeAppRole } from './app-role.ts'
import { type DatabaseUrls, reachDatabase } from './connection.ts'
import { databaseUrlsOf, refusePooler } from './roles.ts'

type Named = {
  databaseUrl: string
  ownerDatabaseUrl?: string
  listenDatabaseUrl?: string
  /** Whether an empty database is made ready, or refused with a sentence. */
  makes: boolean
}

/** Reaches the database of DATABASE_URL and finds out which log-ins there are. Throws a sentence when it cannot be used; see `retryUntilAvailable`. */
export async function externalDatabase(named: Named): Promise<DatabaseUrls> {
  const { databaseUrl, ownerDatabaseUrl, listenDatabaseUrl, makes } = named
  await reachDatabase('DATABASE_URL', databaseUrl)
  if (ownerDatabaseUrl) await reachDatabase('OWNER_DATABASE_URL', ownerDatabaseUrl)
  if (listenDatabaseUrl) await reachDatabase('LISTEN_DATABASE_URL', listenDatabaseUrl)
  const role = await appRoleState(databaseUrl)
  if (role === 'missing' && !makes) throw noDatabase('at DATABASE_URL')
  if (role !== 'usable') await makeAppRole(databaseUrl, ownerDatabaseUrl)
  if (listenDatabaseUrl) await refusePooler('LISTEN_DATABASE_URL', listenDatabaseUrl)
  else await refusePooler('DATABASE_URL', databaseUrl)
  const logIns = await databaseUrlsOf(databaseUrl, ownerDatabaseUrl)
  if (listenDatabaseUrl && logIns.owner === databaseUrl)
    throw new StartupError(
      'DATABASE_URL: owns the tables, and migrations cannot run through a pooler. Beside LISTEN_DATABASE_URL use a log-in that is a ' +
        'member of prenoto_app and of nothing else, and name the owner in OWNER_DATABASE_URL.',
    )
  return { ...logIns, listen: listenDatabaseUrl }
}

export const noDatabase = (where: string) =>
  new StartupError(
    `There is no Prenoto database ${where} yet: \`prenoto tenant create\` makes one, or \`prenoto db migrate\`.`,
  )
