import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdir, open, readFile, realpath } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import pg from 'pg'
import { DataDirInUse, DataDirUnusable, lastError } from './embedded-postgres-errors.ts'
import {
  connectionUrl,
  ignoreClientSettings,
  openPostgresHome,
  type PostgresHome,
  pgCtl,
  programEnvironment,
  readPidFile,
} from './postgres-home.ts'

export type EmbeddedPostgres = {
  /** Connects the superuser to the database 'prenoto'. */
  url: string
  /** Resolves when PostgreSQL has ended without stop(). */
  lost: Promise<void>
  /** Stops PostgreSQL; may be called twice. */
  stop(): Promise<void>
}

/** Timeout for the remaining processes of a killed PostgreSQL to end, or for another process to start it. */
const TIMEOUT_MS = 20_000

const SQLITE_BUSY = 5

/** Connection errors while PostgreSQL starts: it does not listen yet, it still recovers, or it is too slow to answer. */
const STARTING = ['ECONNREFUSED', '57P03', 'timeout expired']

/** Temporary start failures: processes of a killed PostgreSQL still run, or another program took the port. */
const TEMPORARY_FAILURES = /lock file .* already exists|pre-existing shared memory|could not create any TCP\/IP sockets/

/** Starts the PostgreSQL of this DATA_DIR. Throws a StartupError with the reason. */
export async function startEmbeddedPostgres(path: string, { durable = true } = {}): Promise<EmbeddedPostgres> {
  ignoreClientSettings()
  let lock: DatabaseSync | undefined
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const dataDir = await realpath(path)
    lock = lockDataDir(dataDir)
    const home = await openPostgresHome(dataDir, durable)
    const { child, port } = await startPostmaster(dataDir, home, durable)
    return control(child, home, await connectionUrl(dataDir, port, 'prenoto'), lock)
  } catch (error) {
    lock?.close()
    throw error instanceof StartupError ? error : new DataDirUnusable(resolve(path), error)
  }
}

/** For the command line: joins the PostgreSQL of a running server, else starts it; stop() ends only what it started. */
export async function joinEmbeddedPostgres(dataDir: string): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await startEmbeddedPostgres(dataDir)
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error
      const url = await runningUrl(dataDir, 'prenoto')
      if (url) return { url, stop: async () => {} }
      if (Date.now() > deadline) throw error
    }
    await sleep(100)
  }
}

/**
 * An SQLite transaction serves as the lock: on every platform, the system releases it when the process ends. An exclusive
 * transaction would take its lock in several steps, in which two processes that start at once can refuse each other.
 */
function lockDataDir(dataDir: string) {
  accessSync(dataDir, constants.W_OK)
  const lock = new DatabaseSync(join(dataDir, 'postgresql.lock'))
  try {
    lock.exec('pragma journal_mode = memory; begin immediate')
    return lock
  } catch (error) {
    lock.close()
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new DataDirInUse(dataDir) : error
  }
}

function control(child: ChildProcess, home: PostgresHome, url: string, lock: DatabaseSync): EmbeddedPostgres {
  let stopped: Promise<void> | undefined
  const exited = (hasExited(child) ? Promise.resolve() : once(child, 'exit')).then(() => lock.close())
  const stop = async () => {
    // SIGQUIT ends a PostgreSQL that does not stop in time or is already shutting down.
    if (!hasExited(child)) await stopPostmaster(home).catch(() => child.kill('SIGQUIT'))
    await exited
  }
  return {
    url,
    lost: new Promise((resolve) => exited.then(() => stopped ?? resolve())),
    stop: () => (stopped ??= stop()),
  }
}

const stopPostmaster = (home: PostgresHome) => pgCtl(home, 'stop', '-m', 'fast', '-t', '60')

/** Starts PostgreSQL and waits until it answers. The caller holds the lock, so a running one is an orphan. */
async function startPostmaster(dataDir: string, home: PostgresHome, durable: boolean) {
  const deadline = Date.now() + TIMEOUT_MS
  const logFile = join(dataDir, 'postgresql.log')
  for (;;) {
    if (await runningUrl(dataDir, 'postgres')) await stopPostmaster(home)

    const port = await freePort()
    const log = await open(logFile, 'a', 0o600)
    const { size } = await log.stat()
    const child = spawnPostmaster(home, log.fd, (await readPidFile(dataDir))?.pid, {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      timezone: 'UTC',
      log_timezone: 'UTC',
      log_checkpoints: 'off',
      // The server reports failed statements, which may hold personal data.
      log_min_messages: 'log',
      log_min_error_statement: 'panic',
      ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    })
    await once(child, 'spawn').finally(() => log.close())
    const url = await connectionUrl(dataDir, port, 'postgres')
    while (!hasExited(child)) {
      const error = await createDatabase(url).catch((error: NodeJS.ErrnoException) => error)
      if (!error) return { child, port }
      if (!STARTING.includes(error.code ?? error.message)) {
        child.kill('SIGQUIT')
        throw error
      }
      await sleep(30)
    }

    const output = (await readFile(logFile)).subarray(size).toString()
    if (!TEMPORARY_FAILURES.test(output) || Date.now() > deadline) {
      throw new DataDirUnusable(dataDir, `PostgreSQL does not start: ${lastError(output)} (see ${logFile})`)
    }
    await sleep(100)
  }
}

function spawnPostmaster(home: PostgresHome, log: number, stalePid = '', settings: Record<string, string | number>) {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(home.programs.postgres, ['-D', home.cluster, ...args], {
    cwd: home.cluster,
    // Its own process group: Ctrl-C must reach only the server, which stops PostgreSQL after draining.
    detached: true,
    stdio: ['ignore', log, log],
    // PostgreSQL treats its lock file as stale if it names this process: the process id may have been reused.
    env: { ...programEnvironment(), PG_GRANDPARENT_PID: stalePid },
    windowsHide: true,
    ...home.user,
  })
}

const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function createDatabase(url: string) {
  const { rowCount } = await query(url, `select from pg_database where datname = 'prenoto'`)
  if (!rowCount) await query(url, 'create database prenoto')
}

/** The URL of the running PostgreSQL of this DATA_DIR. The password rules out another one on the same port. */
async function runningUrl(dataDir: string, database: string) {
  const port = (await readPidFile(dataDir))?.port
  if (!port) return
  const url = await connectionUrl(dataDir, port, database)
  return query(url, 'select 1').then(
    () => url,
    () => undefined,
  )
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
