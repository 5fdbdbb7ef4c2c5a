import { PlainFailure } from '@prenoto/core/plain-failure.ts'
import { appRoleState, makeAppRole } from './app-role.ts'
import { type DatabaseUrls, reachDatabase } from './connection.ts'
import { logInsOf, refusePooler } from './log-ins.ts'

type Named = {
  databaseUrl: string
  ownerDatabaseUrl?: string
  /** Whether an empty database is made ready, or refused with a sentence. */
  makes: boolean
}

/** Reaches the database of DATABASE_URL and finds out which log-ins there are. Throws a sentence when it cannot be used; see `withPatience`. */
export async function externalDatabase({ databaseUrl, ownerDatabaseUrl, makes }: Named): Promise<DatabaseUrls> {
  await reachDatabase('DATABASE_URL', databaseUrl)
  if (ownerDatabaseUrl) await reachDatabase('OWNER_DATABASE_URL', ownerDatabaseUrl)
  const role = await appRoleState(databaseUrl)
  if (role === 'missing' && !makes) throw noDatabase('at DATABASE_URL')
  if (role !== 'usable') await makeAppRole(databaseUrl, ownerDatabaseUrl)
  await refusePooler(databaseUrl)
  return logInsOf(databaseUrl, ownerDatabaseUrl)
}

export const noDatabase = (where: string) =>
  new PlainFailure(
    `There is no Prenoto database ${where} yet: \`prenoto tenant create\` makes one, or \`prenoto db migrate\`.`,
  )
