import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { complaint, DataDirUnusable, inWords } from './embedded-postgres-errors.ts'
import { type PostgresHome, postgresEnvironment } from './postgres-home.ts'

const run = promisify(execFile)

/** How long to wait for others: a PostgreSQL that is stopping, or what a killed one left behind. */
const PATIENCE_MS = 20_000

/** Refusals that pass: somebody else was quicker, a killed one's children still end, the port was just taken. */
const PASSING = /lock file .* (already exists|is empty)|pre-existing shared memory|could not create any TCP\/IP sockets/

/** The port of the PostgreSQL that runs in this home, started now if there is none. */
export async function ensurePostmaster(home: PostgresHome, durable: boolean): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await readPidFile(home)
    const isOurs = found !== undefined && (await isPostmaster(found.pid, home))
    if (isOurs && found.ready) return found.port

    const refusal = isOurs
      ? 'its PostgreSQL neither answers nor ends'
      : await startPostmaster(home, durable, found?.pid)
    if (refusal === undefined) continue
    if (!(isOurs || PASSING.test(refusal)) || Date.now() > deadline) {
      throw new DataDirUnusable(home.dataDir, `PostgreSQL does not start: ${complaint(refusal)} (see ${logPath(home)})`)
    }
    await sleep(100)
  }
}

/** Whether PostgreSQL runs in this home, ready or not. */
export async function isPostmasterRunning(home: PostgresHome) {
  const found = await readPidFile(home)
  return found !== undefined && isPostmaster(found.pid, home)
}

/** Ends PostgreSQL in an orderly way and waits until it is gone. */
export async function stopPostmaster(home: PostgresHome) {
  const stop = (mode: string) =>
    run(home.binaries.pg_ctl, ['stop', '-D', home.cluster, '-m', mode, '-w', '-t', '60'], {
      cwd: home.folder,
      env: postgresEnvironment(),
      ...home.user,
    })
  if (!(await isPostmasterRunning(home))) return
  try {
    // A fast shutdown that fails or takes too long is followed by an immediate one.
    await stop('fast').catch(() => stop('immediate'))
  } catch (error) {
    if (await isPostmasterRunning(home)) throw error
  }
}

type PidFile = { pid: number; port: number; ready: boolean }

async function readPidFile({ cluster }: PostgresHome): Promise<PidFile | undefined> {
  const path = join(cluster, 'postmaster.pid')
  try {
    const lines = (await readFile(path, 'utf8')).split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    if (pid) return { pid, port, ready: lines[7]?.trim() === 'ready' }

    // empty since a power failure: PostgreSQL would refuse to start for ever
    if (Date.now() - (await stat(path)).mtimeMs > 5_000) await rm(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Its process number alone proves nothing: after a crash another process may have got it. */
async function isPostmaster(pid: number, { cluster }: PostgresHome) {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(cluster)
    if (process.platform === 'win32')
      return (await run('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])).stdout.includes('postgres')
    return (await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout.includes(cluster)
  } catch {
    // A process that has ended cannot be inspected.
    return false
  }
}

/** Resolves when it is ready; to its words when it refused. */
async function startPostmaster(home: PostgresHome, durable: boolean, stalePid: number | undefined) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: await freePort(),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const log = await openLog(home)
  try {
    const postmaster = spawn(
      home.binaries.postgres,
      ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: home.folder,
        // a process group of its own: Ctrl-C is for the server, which stops PostgreSQL when it has drained
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        // the one name PostgreSQL takes for a stale lock file's, even when that process number lives again
        env: { ...postgresEnvironment(), ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}) },
        windowsHide: true,
        ...home.user,
      },
    )
    postmaster.unref()
    const ended = once(postmaster, 'exit').then(() => 'it ended without a word', inWords)
    for (;;) {
      const end = await Promise.race([ended, sleep(15, undefined)])
      if (end) return (await firstWords(log)) || (await isDiskFull(home.folder)) || end
      const found = await readPidFile(home)
      if (found?.pid === postmaster.pid && found?.ready) return undefined
    }
  } finally {
    await log.close()
  }
}

const logPath = ({ folder }: PostgresHome) => join(folder, 'postgresql.log')

/** A fresh log for each start; the one before is kept. */
async function openLog(home: PostgresHome) {
  const path = logPath(home)
  // Before the first start there is no log to keep.
  await rename(path, `${path}.previous`).catch(() => {})
  // root opens it in a folder of PostgreSQL's user: it must not be led elsewhere by a link
  const log = await open(
    path,
    constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0),
    0o600,
  )
  if (home.user) await log.chown(home.user.uid, home.user.gid)
  return log
}

async function firstWords(log: FileHandle) {
  const { buffer, bytesRead } = await log.read(Buffer.alloc(64_000), 0, 64_000, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

async function isDiskFull(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < 1_000_000 && 'No space left on device'
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
