import { chmod, mkdir } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import pg from 'pg'
import { type DatabaseUrls, openOwnerPool } from '../../server/src/database/connection.ts'
import { makeLogIns, OWNER_ROLE } from '../../server/src/database/log-ins.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { hashPassword } from '../../server/src/users/passwords.ts'
import { postmasterOf } from '../fixture.ts'
import { fill } from './fill.ts'
import type { Size } from './sizes.ts'

export const PASSWORD = 'Prenota-2026!'

/** After so many days what was to come is over, and the businesses are made anew. */
const FRESH_DAYS = 7

export type Databases = {
  /** Both log-ins of the businesses of a size, which are made unless they are there, and the superuser's. */
  open(size: Size): Promise<{ urls: DatabaseUrls; superuser: string }>
  postmaster: number
  close(): Promise<void>
}

/** A PostgreSQL in a folder that stays. `isFresh`: what earlier runs have left there is thrown away. */
export async function openDatabases(folder: string, isFresh: boolean): Promise<Databases> {
  await mkdir(folder, { recursive: true })
  // As root, PostgreSQL runs as another user, who has to be able to enter.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder)
  await makeLogIns(postgres.url)
  const main = await connect(postgres.url)

  if (isFresh)
    for (const { datname } of (await main.query(`select datname from pg_database where datname like 'scale\\_%'`)).rows)
      await main.query(`drop database ${datname} with (force)`)
  // Much is written at once while businesses are made, and nothing that could not be made again.
  await main.query(`alter system set max_wal_size = '8GB'`)
  await main.query('select pg_reload_conf()')

  return {
    postmaster: Number(await postmasterOf(postgres.url)),
    async open(size) {
      const name = `scale_${size.businesses}_${size.calendars}_${size.bookings}`
      const superuser = databaseAt(postgres.url, name)
      if (!(await isMade(main, name))) {
        await main.query(`drop database if exists ${name} with (force)`)
        await main.query(`create database ${name} owner ${OWNER_ROLE}`)
      }
      const urls = await makeLogIns(superuser)
      const owner = openOwnerPool(urls.owner)
      await migrate(owner)
      await owner.end()
      if (!(await isMade(main, name))) {
        await make(superuser, size)
        await main.query(`comment on database ${name} is 'made on ${Temporal.Now.plainDateISO()}'`)
      }
      return { urls, superuser }
    },
    async close() {
      await main.end()
      await postgres.stop()
    },
  }
}

async function isMade(main: pg.Client, name: string): Promise<boolean> {
  const { rows } = await main.query<{ made: string | null }>(
    `select shobj_description(oid, 'pg_database') as made from pg_database where datname = $1`,
    [name],
  )
  const day = rows[0]?.made?.replace('made on ', '')
  return day !== undefined && Temporal.PlainDate.from(day).until(Temporal.Now.plainDateISO()).days < FRESH_DAYS
}

async function make(superuserUrl: string, size: Size) {
  const begun = performance.now()
  const superuser = await connect(superuserUrl)
  try {
    await fill(superuser, size, await hashPassword(PASSWORD))
    await superuser.query('vacuum analyze')
    await superuser.query('checkpoint')
  } finally {
    await superuser.end()
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stdout.write(`${size.name} was made in ${seconds} s.\n`)
}

async function connect(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

function databaseAt(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.href
}
