import { type DatabaseUrls, reachDatabase } from './connection.ts'
import { logInsOf, refusePooler } from './log-ins.ts'

type Named = { databaseUrl: string; ownerDatabaseUrl?: string }

/** Reaches the database of DATABASE_URL and finds out who we are there. Throws a sentence when it will not do; see `withPatience`. */
export async function externalDatabase({ databaseUrl, ownerDatabaseUrl }: Named): Promise<DatabaseUrls> {
  await reachDatabase('DATABASE_URL', databaseUrl)
  if (ownerDatabaseUrl) await reachDatabase('OWNER_DATABASE_URL', ownerDatabaseUrl)
  await refusePooler(databaseUrl)
  return logInsOf(databaseUrl, ownerDatabaseUrl)
}
