import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openOwnerPool } from '../src/database/connection.ts'
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts'
import { migrate } from '../src/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server of this test run, as its superuser; `template` is a migrated, empty database. */
    postgresUrl: string
  }
}

export const TEMPLATE = 'template_migrated'

export const urlOf = (serverUrl: string, database: string) => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-test-'))
  // As root, PostgreSQL runs as another user, who has to be able to enter.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, { durable: false })

  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()

  const url = urlOf(postgres.url, TEMPLATE)
  const owner = openOwnerPool(url)
  await migrate(owner, url)
  await owner.end()
  project.provide('postgresUrl', postgres.url)

  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
