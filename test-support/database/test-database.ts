import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DirectUrls } from '../../server/src/database/connection.ts'
import { OWNER_ROLE } from '../../server/src/database/roles.ts'
import { TEMPLATE, urlOf } from './global-setup.ts'

/** A database of its own for a test file. */
export type TestDatabase = {
  /** Its owner's log-in. */
  url: string
  /** Its superuser's. */
  superuser: string
  drop(): Promise<void>
}

/** Both log-ins of the database that `url` is of. */
export const roleUrlsAt = (url: string): DirectUrls => ({
  app: urlOf(inject('postgres').app, new URL(url).pathname.slice(1)),
  owner: url,
})

/** How a process of its own is told of the database that `url` is of. */
export function databaseSettings(url: string) {
  const { app, owner } = roleUrlsAt(url)
  return { DATABASE_URL: app, OWNER_DATABASE_URL: owner }
}

/** A fresh, migrated one: its files are copied, which takes less than writing each page anew. */
export const newDatabase = () => createDatabase(`template ${TEMPLATE} strategy file_copy`)

/** A fresh one with nothing in it. */
export const emptyDatabase = () => createDatabase()

async function createDatabase(options = ''): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(server.superuser, `create database ${name} owner ${OWNER_ROLE} ${options}`)
  return {
    url: urlOf(server.owner, name),
    superuser: urlOf(server.superuser, name),
    drop: () => asSuperuser(server.superuser, `drop database ${name} with (force)`),
  }
}

async function asSuperuser(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Two files that clone the template at once have to take turns.
    await client.query('select pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}
