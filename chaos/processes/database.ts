import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresHome, pgCtl } from '@prenoto/postgres/postgres-home.ts'
import { startStandaloneDatabase } from '@prenoto/test-support/database/standalone-database.ts'
import { processFamily } from '@prenoto/test-support/processes/process-usage.ts'
import pg from 'pg'

/** How long the database may take to answer again after a fault, milliseconds. */
const RECOVERY_LIMIT = 60_000

const OTHER_CLIENTS = `backend_type = 'client backend' and pid <> pg_backend_pid()`

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** A durable PostgreSQL whose faults can be injected; its address stays the same. */
export async function startDatabase(folder: string) {
  const dataDir = join(folder, 'database')
  // PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  const { url, urls, settings } = await startStandaloneDatabase(dataDir)
  const home = await openPostgresHome(dataDir, true)

  const control = (...words: string[]) => pgCtl(home, ...words, '-l', 'restarts.log')

  /** Runs a statement as the superuser, over a new connection. */
  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function pids() {
    const postmaster = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]
    return processFamily(Number(postmaster))
  }

  return {
    urls,
    settings,
    query,
    /** Terminates a share of the connections, or those of one application. */
    cutConnections: ({ share = 1, application = '%' }: { share?: number; application?: string } = {}) =>
      query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where ${OTHER_CLIENTS} and application_name like $1 and random() < $2`,
        [application, share],
      ),
    restart: (mode: 'fast' | 'immediate') => control('restart', '-m', mode),
    async stopFor(milliseconds: number) {
      const options = await readFile(join(home.cluster, 'postmaster.opts'), 'utf8')
      await control('stop', '-m', 'fast')
      await sleep(milliseconds)
      await control('start', '-o', options.match(/"[^"]*"/g)!.join(' '))
    },
    /** Suspends every process: connections stay open and nothing answers. */
    async suspend(milliseconds: number) {
      const suspended = await pids()
      for (const pid of suspended) signal(pid, 'SIGSTOP')
      await sleep(milliseconds)
      for (const pid of suspended) signal(pid, 'SIGCONT')
    },
    /** Kills one backend process, so that PostgreSQL ends every connection and recovers. */
    async killBackend() {
      const sql = `select pid from pg_stat_activity where ${OTHER_CLIENTS} order by random() limit 1`
      const [victim] = await query<{ pid: number }>(sql)
      if (victim) signal(victim.pid, 'SIGKILL')
    },
    /** Resolves once the database answers. */
    async untilReady() {
      const end = Date.now() + RECOVERY_LIMIT
      for (;;) {
        const answer = await query('select 1').catch((error: Error) => error)
        if (!(answer instanceof Error)) return
        if (Date.now() > end) throw answer
        await sleep(50)
      }
    },
    stop: () => control('stop', '-m', 'fast'),
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
