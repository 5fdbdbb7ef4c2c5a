import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandaloneDatabase } from '@prenoto/test-support/database/standalone-database.ts'
import { memoryGroup } from '@prenoto/test-support/processes/memory-group.ts'
import { cpuMilliseconds, processFamily } from '@prenoto/test-support/processes/process-usage.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import pg from 'pg'
import { openOwnerPool } from '../server/src/database/connection.ts'

/** Concurrent clients of a section. */
export const CLIENTS = 16

/** Ends the processes of a section and deletes its folders. */
export type SectionResources = AsyncDisposableStack

export async function temporaryFolder(parts: SectionResources): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-bench-'))
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** A durable, migrated PostgreSQL with a connection of its superuser, which does not run triggers. */
export async function startDatabase(parts: SectionResources) {
  const folder = await temporaryFolder(parts)
  const { url, urls, settings, stop } = await startStandaloneDatabase(join(folder, 'database'))
  parts.defer(stop)
  const superuser = new pg.Client({ connectionString: url })
  superuser.on('error', () => {})
  await superuser.connect()
  parts.defer(() => superuser.end())
  const owner = openOwnerPool(urls.owner)
  parts.defer(() => owner.end())
  const { rows } = await superuser.query('show data_directory')
  const [postmaster] = (await readFile(join(rows[0].data_directory, 'postmaster.pid'), 'utf8')).split('\n', 1)

  return {
    url,
    owner,
    settings: { ...settings, DATA_DIR: join(folder, 'data') },
    superuser,
    /** Processor time that all PostgreSQL processes have used, milliseconds. */
    cpu: () => processFamily(Number(postmaster)).reduce((sum, pid) => sum + cpuMilliseconds(pid), 0),
    /** Updates the statistics at once, as autovacuum does some time after a large change. */
    async settle() {
      await superuser.query('vacuum analyze')
      await superuser.query('checkpoint')
    },
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>

type ServerOptions = { preloaded?: string; launcher?: string[] }

/** The memory that a server may use, as in the unit of docs/operations.md; Node sizes its heap by it. */
const MEMORY = 2 ** 30

/** A launcher that starts a server with limited memory; undefined without the right to limit it. */
export function limitMemory(parts: SectionResources) {
  const group = memoryGroup(MEMORY)
  if (group) parts.defer(group.delete)
  return group?.launcher
}

/** Starts the real server as a process, with a preloaded module or run by another command. */
export async function startServer(
  parts: SectionResources,
  settings: Record<string, string>,
  { preloaded, launcher }: ServerOptions = {},
) {
  const options = preloaded ? ['--import', preloaded] : []
  const server = spawnServer({ LOG_LEVEL: 'fatal', ...settings }, { options, launcher })
  parts.defer(async () => void (await server.end('SIGKILL')))
  await server.ready()
  return { ...server, address: `http://127.0.0.1:${server.port()}`, cpu: () => cpuMilliseconds(server.pid) }
}

/** Repeats the work with all clients until `isOver`. Returns how often it was done. */
export async function byClients(work: () => Promise<unknown>, isOver: () => boolean): Promise<number> {
  let done = 0
  async function client() {
    while (!isOver()) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return done
}

/** Whether this number of seconds has passed since the call. */
export function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() >= end
}
