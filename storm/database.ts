import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { openPostgresHome, pgCtl } from '@prenoto/postgres/postgres-home.ts'
import pg from 'pg'
import { familyOf } from '../bench/fixture.ts'
import { openOwnerPool } from '../server/src/database/connection.ts'
import { makeLogIns } from '../server/src/database/log-ins.ts'
import { migrate } from '../server/src/database/migrate.ts'

/** How long it may take to answer again, milliseconds. */
const RETURN_LIMIT = 60_000

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** A durable PostgreSQL in a folder, migrated and empty, that can be hurt in every way and stays at its address. */
export async function startDatabase(folder: string) {
  const dataDir = join(folder, 'database')
  // As root, PostgreSQL runs as another user, who has to be able to enter.
  await mkdir(dataDir)
  await Promise.all([folder, dataDir].map((path) => chmod(path, 0o755)))
  const { url } = await startEmbeddedPostgres(dataDir)
  const home = await openPostgresHome(dataDir, true)
  const urls = await makeLogIns(url)
  const owner = openOwnerPool(urls.owner)
  await migrate(owner)
  await owner.end()

  /** Where pg_ctl restarts it with the options, and so at the port, of before; to start it needs to be told. */
  const control = (...words: string[]) => pgCtl(home, ...words, '-l', 'restarts.log')

  /** Asks as the superuser, over a connection of its own. */
  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url, application_name: 'storm', connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  const OTHERS = `backend_type = 'client backend' and pid <> pg_backend_pid()`

  async function processes() {
    const postmaster = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]!
    return familyOf(postmaster).map(Number)
  }

  return {
    urls,
    query,
    /** Ends a share of the connections, or those of one name; returns how many. */
    async cut({ share = 1, name = '%' }: { share?: number; name?: string } = {}) {
      const rows = await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where ${OTHERS} and application_name like $1 and random() < $2`,
        [name, share],
      )
      return rows.length
    },
    restart: (mode: 'fast' | 'immediate') => control('restart', '-m', mode),
    async stayAway(milliseconds: number) {
      const options = await readFile(join(home.cluster, 'postmaster.opts'), 'utf8')
      await control('stop', '-m', 'fast')
      await sleep(milliseconds)
      await control('start', '-o', options.match(/"[^"]*"/g)!.join(' '))
    },
    /** Every process of it stops where it is: connections stay open and nothing answers. */
    async fallSilent(milliseconds: number) {
      const pids = await processes()
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await sleep(milliseconds)
      for (const pid of pids) signal(pid, 'SIGCONT')
    },
    /** PostgreSQL ends every connection when one of its processes dies, and recovers. */
    async killBackend() {
      const [victim] = await query<{ pid: number }>(
        `select pid from pg_stat_activity where ${OTHERS} order by random() limit 1`,
      )
      if (victim) signal(victim.pid, 'SIGKILL')
    },
    /** Resolves when it answers. Throws when it does not for long. */
    async untilThere() {
      const end = Date.now() + RETURN_LIMIT
      for (;;) {
        const answer = await query('select 1').catch((error: Error) => error)
        if (!(answer instanceof Error)) return
        if (Date.now() > end) throw answer
        await sleep(50)
      }
    },
    stop: () => pgCtl(home, 'stop', '-m', 'fast'),
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
