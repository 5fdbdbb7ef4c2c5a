import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DirectUrls } from '../../server/src/database/connection.ts'
import { OWNER_ROLE } from '../../server/src/database/roles.ts'
import { databaseUrl, TEMPLATE } from './global-setup.ts'

/** The database of a test file. */
export type TestDatabase = {
  /** Connects as the owner. */
  url: string
  /** Connects as the superuser. */
  superuser: string
  drop(): Promise<void>
}

/** The URLs of the database at `url` for both roles. */
export const roleUrlsAt = (url: string): DirectUrls => ({
  app: databaseUrl(inject('postgres').app, new URL(url).pathname.slice(1)),
  owner: url,
})

/** The environment variables with which a process uses the database at `url`. */
export function databaseSettings(url: string) {
  const { app, owner } = roleUrlsAt(url)
  return { DATABASE_URL: app, OWNER_DATABASE_URL: owner }
}

/** Creates a migrated database; copying its files is faster than logging each page. */
export const newDatabase = () => createDatabase(`template ${TEMPLATE} strategy file_copy`)

/** Creates an empty database. */
export const emptyDatabase = () => createDatabase()

async function createDatabase(options = ''): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(server.superuser, `create database ${name} owner ${OWNER_ROLE} ${options}`)
  return {
    url: databaseUrl(server.owner, name),
    superuser: databaseUrl(server.superuser, name),
    drop: () => asSuperuser(server.superuser, `drop database ${name} with (force)`),
  }
}

async function asSuperuser(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Only one test file can clone the template at a time.
    await client.query('select pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}
