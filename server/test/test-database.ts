import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE, urlOf } from './global-setup.ts'

/** A fresh, migrated database of its own for a test file. */
export async function newDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(serverUrl, `create database ${name} template ${TEMPLATE}`)
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
