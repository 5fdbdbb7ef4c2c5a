import { StartupError } from '@prenoto/core/startup-error.ts'
import pg from 'pg'
import { APP_ROLE } from './connection.ts'
import { sharedPrimary } from './primary.ts'

/** An arbitrary number that all processes share. */
const ROLE_LOCK = 7_239_003

const UNKNOWN_ROLE = '22023'
const NOT_ALLOWED = '42501'

export type RoleState = 'usable' | 'missing' | 'denied'

/** Whether the connection's user can `set role` to the application role. */
export const appRoleState = (url: string): Promise<RoleState> =>
  withClient(url, async (client) => {
    try {
      await client.query(`do $$ begin set local role ${APP_ROLE}; end $$`)
      return 'usable'
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === UNKNOWN_ROLE) return 'missing'
      if (code === NOT_ALLOWED) return 'denied'
      throw error
    }
  })

/**
 * Creates the application role if it is missing and grants it to the user of `url`, connected as the user of `ownerUrl`.
 * Throws a StartupError with the SQL to run when that user may not.
 */
export async function createAppRole(url: string, ownerUrl = url) {
  const user = await withClient(url, async (client) => (await client.query('select current_user as name')).rows[0].name)
  const grant = `grant ${APP_ROLE} to ${pg.escapeIdentifier(user)}`
  await withClient(ownerUrl, async (client) => {
    try {
      await client.query('begin')
      // Roles belong to the whole cluster, and concurrent grants fail.
      await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK])
      await client.query(CREATE)
      await client.query(grant)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
      throw new StartupError(
        `DATABASE_URL: the role ${APP_ROLE} is needed, and the database user may not create or grant it. ` +
          `Run this as a superuser, then start again:\n\n${await statementsFor(client, grant)}\n`,
      )
    }
  })
}

const CREATE = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
      create role ${APP_ROLE} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end
  $$`

async function statementsFor(client: pg.Client, grant: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  return [...(rowCount ? [] : [`create role ${APP_ROLE} nologin;`]), `${grant};`].map((sql) => `    ${sql}`).join('\n')
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: sharedPrimary(url).url, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
