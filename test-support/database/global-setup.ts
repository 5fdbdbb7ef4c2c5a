import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type DirectUrls, openOwnerPool } from '../../server/src/database/connection.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { createRoles, OWNER_ROLE } from '../../server/src/database/roles.ts'

/** The URLs of one database for its roles and the superuser. */
export type TestUrls = DirectUrls & { superuser: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server of the test run; TEMPLATE is a migrated, empty database. */
    postgres: TestUrls
    /** A folder that is removed after the run. */
    folder: string
    /** The `postgresql` of a DATA_DIR with an empty database. */
    emptyCluster: string
  }
}

export const TEMPLATE = 'template_migrated'

/** Many test files need many connections; their data need not survive a crash and are soon deleted. */
const SETTINGS = [
  'max_connections = 1000',
  'full_page_writes = off',
  'wal_level = minimal',
  'max_wal_senders = 0',
  'autovacuum = off',
]

/** For passwords that are set from then on; hashing takes a third of the time of a new connection. */
const CHEAP_PASSWORDS = 'scram_iterations = 1'

export const databaseUrl = (serverUrl: string, database: string) => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

const ROOT = join(import.meta.dirname, '../..')

/** Starts one PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject) {
  // Servers render pages and e-mails with the built web, which a fresh clone lacks.
  if (!existsSync(join(ROOT, 'web/dist/built')))
    execFileSync(process.execPath, ['web/build.ts'], { cwd: ROOT, stdio: 'inherit' })
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-test-'))
  // PostgreSQL refuses to run as root, so another user must be able to enter the folder.
  await chmod(folder, 0o755)
  const first = await startEmbeddedPostgres(folder, { durable: false })
  await first.stop()
  await configure(folder, [CHEAP_PASSWORDS])
  const emptyCluster = join(folder, 'empty-cluster')
  execFileSync('cp', ['-a', join(folder, 'postgresql'), emptyCluster])
  await configure(folder, SETTINGS)
  const postgres = await startEmbeddedPostgres(folder, { durable: false })
  await command(postgres.url, `alter role postgres password '${new URL(postgres.url).password}'`)
  const logIns = await createRoles(postgres.url)
  await command(postgres.url, `create database ${TEMPLATE} owner ${OWNER_ROLE}`)

  const owner = openOwnerPool(databaseUrl(logIns.owner, TEMPLATE))
  await migrate(owner)
  await owner.end()
  project.provide('postgres', { ...logIns, superuser: postgres.url })
  project.provide('folder', folder)
  project.provide('emptyCluster', emptyCluster)

  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const configure = (folder: string, settings: string[]) =>
  appendFile(join(folder, 'postgresql/cluster/postgresql.conf'), settings.map((line) => `${line}\n`).join(''))

async function command(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
