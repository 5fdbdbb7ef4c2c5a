import { createHmac } from 'node:crypto'
import { StartupError } from '@prenoto/core/startup-error.ts'
import pg from 'pg'
import { APP_OPTIONS, APP_ROLE, type DatabaseUrls, type DirectUrls } from './connection.ts'
import { sharedPrimary } from './primary.ts'

/** Owns the tables of the embedded database. */
export const OWNER_ROLE = 'prenoto_owner'

/** An arbitrary number that all processes share. */
const ROLES_LOCK = 7_239_002

/**
 * Creates the application and owner roles of the embedded database as its superuser. Their passwords are derived from the
 * superuser's, so every start gets the same ones.
 */
export async function createRoles(superuserUrl: string): Promise<DirectUrls> {
  const urlForRole = (role: string) => {
    const url = new URL(superuserUrl)
    url.password = createHmac('sha256', url.password).update(role).digest('base64url')
    url.username = role
    return url
  }
  const app = urlForRole(APP_ROLE)
  const owner = urlForRole(OWNER_ROLE)

  const client = new pg.Client({ connectionString: superuserUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ROLES_LOCK])
    for (const { username, password } of [app, owner]) await client.query(roleSql(username, password))
    await client.query(`grant ${APP_ROLE} to ${OWNER_ROLE}`)
    await client.query(`alter database ${pg.escapeIdentifier(client.database!)} owner to ${OWNER_ROLE}`)
  } finally {
    await client.end()
  }
  return { app: app.href, owner: owner.href }
}

const roleSql = (role: string, password: string) => `
  do $$
  begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role};
    end if;
  end
  $$;
  alter role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password '${password}'`

/**
 * The connection strings by purpose. Without OWNER_DATABASE_URL there is no owner if DATABASE_URL's user does not own the
 * existing tables.
 */
export async function findDatabaseUrls(app: string, owner: string | undefined): Promise<DatabaseUrls> {
  if (owner) return { app, owner }
  const { may_own } = await queryOne<{ may_own: boolean }>(
    app,
    `select coalesce(bool_or(pg_has_role(relowner, 'member')), true) as may_own
     from pg_class where oid = to_regclass('migrations.kysely_migration')`,
  )
  return may_own ? { app, owner: app } : { app }
}

async function queryOne<R>(url: string, sql: string): Promise<R> {
  const client = new pg.Client({ connectionString: sharedPrimary(url).url, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

/** Attempts to see whether a pooler shares a connection between two clients. */
const ROUNDS = 3

/** Throws a StartupError if `url` leads to a pooler in transaction mode, which cannot be used for LISTEN. */
export async function requireDirectConnection(name: string, url: string) {
  const clients = [0, 1].map(
    () => new pg.Client({ connectionString: sharedPrimary(url).url, options: APP_OPTIONS, query_timeout: 5_000 }),
  )
  for (const client of clients) client.on('error', () => {})
  const [one, other] = clients as [pg.Client, pg.Client]
  try {
    await one.connect()
    await other.connect()
    for (let round = 0; round < ROUNDS; round += 1) {
      await one.query(`select set_config('app.marker', 'one', false)`)
      // A pooler may also reset the connection after each transaction.
      if ((await readMarker(one)) !== 'one' || (await readMarker(other)) === 'one')
        throw new StartupError(describePooler(name))
    }
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message))
      throw new StartupError(describePooler(name))
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function readMarker(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(`select current_setting('app.marker', true) as marker`)
  return rows[0].marker
}

const describePooler = (name: string) =>
  `${name}: a pooler stands in between (PgBouncer?) that shares connections between clients or refuses options. ` +
  'Name the database itself in LISTEN_DATABASE_URL, and in OWNER_DATABASE_URL for migrations.'
