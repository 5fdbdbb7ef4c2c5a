import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'

const FOLDER = join(import.meta.dirname, 'migrations')

/** Migrations by name. An .sql file runs in a transaction; a .ts file exports an `up` that runs outside one. */
export type Migrations = Record<string, { up: (db: Kysely<unknown>) => Promise<unknown>; inTransaction: boolean }>

let migrations: Promise<Migrations> | undefined

export function listMigrations(): Promise<Migrations> {
  migrations ??= readMigrations()
  return migrations
}

async function readMigrations(): Promise<Migrations> {
  const files = (await readdir(FOLDER)).sort()
  const read = files.map(async (file) => [parse(file).name, await readMigration(join(FOLDER, file))] as const)
  return Object.fromEntries(await Promise.all(read))
}

async function readMigration(path: string): Promise<Migrations[string]> {
  if (path.endsWith('.ts')) return { ...(await import(pathToFileURL(path).href)), inTransaction: false }
  const text = await readFile(path, 'utf8')
  return { up: (db: Kysely<unknown>) => runSql(db, text), inTransaction: true }
}

/** Limits lock waits, which block all later statements; the migration is retried after a timeout. */
export async function runSql(db: Kysely<unknown>, text: string) {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql.raw(text).execute(db)
}
