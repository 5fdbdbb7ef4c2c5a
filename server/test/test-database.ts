import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE, urlOf } from './global-setup.ts'

/** A fresh, migrated database of its own for a test file. */
export const newDatabase = () => createDatabase(`template ${TEMPLATE}`)

/** A fresh database with nothing in it. */
export const emptyDatabase = () => createDatabase()

async function createDatabase(options = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(serverUrl, `create database ${name} ${options}`)
  return {
    url: urlOf(serverUrl, name),
    drop: () => asSuperuser(serverUrl, `drop database ${name} with (force)`),
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
