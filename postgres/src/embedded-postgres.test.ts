import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { DataDirUnusable } from './embedded-postgres-errors.ts'
import { runnablePrograms } from './postgres-home.ts'

const SERVER = `
import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url))}
const say = (what) => console.log(JSON.stringify(what))
try {
  const postgres = await startEmbeddedPostgres(process.argv[1], { durable: false })
  const alive = setInterval(() => {}, 1000)
  process.on('SIGTERM', async () => { await postgres.stop(); clearInterval(alive) })
  process.on('SIGINT', () => say({ interrupted: true }))
  postgres.lost.then(() => { say({ lost: true }); clearInterval(alive) })
  say({ url: postgres.url })
} catch (error) {
  say({ error: error.constructor.name, message: error.message })
}`

/** Client settings that a shell may have. */
const SHELL = {
  PGDATA: '/nowhere',
  PGHOST: 'elsewhere.example',
  PGOPTIONS: '-c default_transaction_read_only=on',
  PGPORT: '1',
  PGSSLMODE: 'require',
  LANGUAGE: 'it',
  LC_ALL: 'it_IT.UTF-8',
  TZ: 'America/New_York',
}

type User = { uid: number; gid: number } | undefined
type Message = { url?: string; error?: string; message?: string; lost?: true; interrupted?: true }
type Server = {
  process: ChildProcess
  nextMessage(): Promise<Message>
  url(): Promise<string>
  end(signal: NodeJS.Signals): Promise<void>
}

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const hasOrdinaryUser = !isRoot || canReachTheProject(nobody)

/** A DATA_DIR with an empty database, which tests copy. */
let template: string
let folder: string
let dataDir: string
let user: User
let servers: Pick<Server, 'end'>[]

beforeAll(async () => {
  template = await aFolder()
  await (await startEmbeddedPostgres(template, { durable: false })).stop()
})

afterAll(() => rm(template, { recursive: true }))

beforeEach(async () => {
  user = undefined
  folder = await aFolder()
  dataDir = join(folder, 'data')
  servers = []
})

afterEach(async () => {
  for (const server of servers) await server.end('SIGTERM')
  if (await postmaster().catch(() => undefined))
    await (await startEmbeddedPostgres(dataDir).catch(() => undefined))?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.runIf(hasOrdinaryUser)('as an ordinary user', () => {
  beforeEach(async () => {
    if (!isRoot) return
    user = nobody
    await chown(folder, nobody.uid, nobody.gid)
  })

  test('after kill -9 during the initialisation one of two servers starts a new database, which only local clients with its password reach, in folders that others cannot enter', {
    tags: ['10.16'],
  }, async () => {
    const killed = await aServer(SHELL)
    const isInitialising = async () =>
      (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('database-'))
    await expect.poll(isInitialising, { interval: 5 }).toBe(true)
    await killed.end('SIGKILL')
    expect(await readdir(dataDir)).not.toContain('postgresql')

    // Each server that tries to take the lock reads its file for an instant; here the reading lasts.
    const lock = new DatabaseSync(join(dataDir, 'postgresql.lock'))
    lock.exec('begin; select * from sqlite_schema')
    const started = await Promise.all([aServer(SHELL), aServer(SHELL)])
    const messages = await Promise.all(started.map((server) => server.nextMessage()))
    lock.close()
    expect(messages.map(({ url, error }) => error ?? (url && 'started')).sort()).toEqual(['DataDirInUse', 'started'])
    // The initialisation of the killed server may still write to its folder.
    const names = (await readdir(dataDir)).filter((name) => !name.startsWith('database-'))
    expect(names.sort()).toEqual(['postgresql', 'postgresql.lock', 'postgresql.log'])
    const index = messages.findIndex(({ url }) => url)
    const [server, url] = [started[index]!, messages[index]!.url!]

    const { rows } = await query(
      url,
      `select current_database() as database, current_setting('server_encoding') as encoding,
              datlocale as locale, current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses,
              current_setting('unix_socket_directories') as sockets, current_setting('data_checksums') as checksums
         from pg_database where datname = current_database()`,
    )
    expect(rows).toEqual([
      {
        database: 'prenoto',
        encoding: 'UTF8',
        locale: 'C.UTF-8',
        zone: 'UTC',
        addresses: '127.0.0.1',
        sockets: '',
        checksums: 'on',
      },
    ])
    const wrong = new URL(url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    await expectPrivateFolders()

    await server.end('SIGTERM')
    expect(await postmaster()).toBeUndefined()
  })

  test('refuses a DATA_DIR that cannot be written', async () => {
    await mkdir(dataDir, { mode: 0o555 })

    expect(await (await aServer()).nextMessage()).toEqual({
      error: 'DataDirUnusable',
      message: `DATA_DIR ${dataDir} cannot be used: EACCES: permission denied, access '${dataDir}'.`,
    })
  })
})

test('refuses the database of another major version', async () => {
  copyData()
  await writeFile(join(dataDir, 'postgresql', 'cluster', 'PG_VERSION'), '9\n')

  const start = startEmbeddedPostgres(dataDir)

  await expect(start).rejects.toThrow(DataDirUnusable)
  await expect(start).rejects.toThrow(
    'initialized by PostgreSQL version 9, which is not compatible with this version 18',
  )
})

describe('another server', () => {
  test('Ctrl-C reaches the server, not its PostgreSQL; a second server reports that the folder is in use until the first one is killed; commands join the first', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    process.kill(-first.process.pid!, 'SIGINT')
    expect(await first.nextMessage()).toEqual({ interrupted: true })

    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another Prenoto. Stop that one, or choose another DATA_DIR.`,
    )
    const joined = await joinEmbeddedPostgres(dataDir)
    expect(joined.url).toBe(url)
    await joined.stop()
    await query(url, 'create table marker ()')

    await first.end('SIGKILL')
    await query(await startHere(), 'select * from marker')
  })

  test('recovers after kill -9 of all processes, even when another process reuses the process id', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    await query(url, 'create table marker ()')
    await killEverything(first, url)
    const bystander = await aProcessOfTheDatabasesOwner()
    await claimToBePostmaster(bystander)

    const recoveredUrl = await startHere()

    await query(recoveredUrl, 'select * from marker')
    expect(await postmaster()).not.toBe(bystander.pid)
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    bystander.kill()
  })

  test('refuses a DATA_DIR that is a file', async () => {
    await writeFile(dataDir, '')

    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
      `DATA_DIR ${dataDir} cannot be used: EEXIST: file already exists, mkdir '${dataDir}'.`,
    )
  })
})

describe('while it runs', () => {
  test('the server detects a killed PostgreSQL, and the next server waits for its remaining processes', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    const lingering = new pg.Client(url)
    lingering.on('error', () => {})
    await lingering.connect()
    const { rows } = await lingering.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGSTOP')
    process.kill((await postmaster())!, 'SIGKILL')
    expect(await first.nextMessage()).toEqual({ lost: true })

    const ready = startHere()
    expect(await Promise.race([ready, sleep(1_000, 'it waits')])).toBe('it waits')
    process.kill(rows[0].pid, 'SIGCONT')

    await query(await ready, 'select 1')
  })

  test('the server waits for a PostgreSQL that accepts connections long before it answers', async () => {
    copyData()
    const ready = startHere()
    await expect.poll(isListening, { interval: 1 }).toBe(true)
    const pid = (await postmaster())!
    process.kill(pid, 'SIGSTOP')
    // Longer than the timeout of a connection.
    await sleep(6_000)
    process.kill(pid, 'SIGCONT')

    await query(await ready, 'select 1')
  })
})

describe('the command line', () => {
  test('starts its own PostgreSQL when none runs, which is durable, and stops it, even twice', async () => {
    copyData()
    const joined = await joinEmbeddedPostgres(dataDir)
    const { rows } = await query(joined.url, `select current_setting('fsync') as fsync`)
    expect(rows).toEqual([{ fsync: 'on' }])

    await Promise.all([joined.stop(), joined.stop()])
    await joined.stop()
    expect(await postmaster()).toBeUndefined()
  })
})

describe.runIf(isRoot)('in a folder of root', () => {
  beforeEach(() => chmod(folder, 0o700))

  test('the database is stored in /var/lib/prenoto without permission changes, and starts empty without DATA_DIR', async () => {
    const first = await startEmbeddedPostgres(dataDir, { durable: false })
    await query(first.url, 'create table marker ()')
    const elsewhere = await realpath(join(dataDir, 'postgresql'))
    expect(dirname(elsewhere)).toBe('/var/lib/prenoto')
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o700)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await first.stop()

    const second = await startEmbeddedPostgres(dataDir, { durable: false })
    await query(second.url, 'select * from marker')
    await second.stop()

    await rm(dataDir, { recursive: true })
    const third = await startEmbeddedPostgres(dataDir, { durable: false })
    await expect(query(third.url, 'select * from marker')).rejects.toThrow('does not exist')
    const fresh = await realpath(join(dataDir, 'postgresql'))
    await third.stop()
    for (const home of [elsewhere, fresh]) await rm(home, { recursive: true })
  })

  test('PostgreSQL’s programs are copied once to a folder where its user can run them', async () => {
    const hidden = join(folder, 'native')
    const postgres = join(hidden, 'bin', 'postgres')
    const programs = { initdb: join(hidden, 'bin', 'initdb'), pg_ctl: join(hidden, 'bin', 'pg_ctl'), postgres }
    for (const name of ['bin', 'lib']) await mkdir(join(hidden, name), { recursive: true })
    await writeFile(join(hidden, 'lib', 'version'), 'postgres (PostgreSQL) 18.1\n', { mode: 0o600 })
    // Like PostgreSQL's, needs a file beside its folder.
    await writeFile(postgres, '#!/bin/sh\ncat "$(dirname "$0")/../lib/version"\n', { mode: 0o700 })
    const root = await aFolder()

    const copied = await runnablePrograms(programs, nobody, root)
    const { mtimeMs, ino } = await stat(copied.postgres)
    const again = await runnablePrograms(programs, nobody, root)

    expect(execFileSync(again.postgres, ['--version'], { ...nobody, cwd: '/' }).toString()).toContain('PostgreSQL')
    expect(await stat(again.postgres)).toMatchObject({ mtimeMs, ino })
    expect(await readdir(root)).toEqual(['postgresql-18.1'])
    await rm(root, { recursive: true })
  })
})

async function expectPrivateFolders() {
  expect((await stat(join(dataDir, 'postgresql'))).mode & 0o077).toBe(0)
  expect((await stat(dataDir)).mode & 0o067).toBe(0)
}

/** A temporary folder that every system user can enter. */
async function aFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'prenoto-')))
  await chmod(path, 0o755)
  return path
}

/** A server on a copy of the initialised template, which starts faster than on an empty folder. */
function aServerWithData() {
  copyData()
  return aServer()
}

function copyData() {
  execFileSync('cp', ['-a', template, dataDir])
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataDir])
}

async function aServer(env = {}): Promise<Server> {
  // Its own process group, as in a shell, so that a test can send Ctrl-C.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SERVER, dataDir], {
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextMessage = async (): Promise<Message> => JSON.parse((await lines.next()).value ?? '{}')
  const server = {
    process: child,
    nextMessage,
    url: async () => {
      const message = await nextMessage()
      return message.url ?? expect.fail(message.message)
    },
    end: async (signal: NodeJS.Signals) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
  servers.push(server)
  return server
}

/** The URL of a PostgreSQL that this process starts, in a third of the time of a process of its own. */
async function startHere() {
  const { url, stop } = await startEmbeddedPostgres(dataDir, { durable: false })
  servers.push({ end: stop })
  return url
}

async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(sql)
  } finally {
    await client.end().catch(() => {})
  }
}

const pidFile = () => join(dataDir, 'postgresql', 'cluster', 'postmaster.pid')

/** The process id in PostgreSQL's lock file. */
const postmaster = () =>
  readFile(pidFile(), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => undefined,
  )

/** Whether PostgreSQL has written the state of its start to its lock file, which it does once its port is open. */
const isListening = () =>
  readFile(pidFile(), 'utf8').then(
    (text) => /^(starting|ready)/m.test(text),
    () => false,
  )

async function killEverything(server: Server, url: string) {
  const { rows } = await query(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const pids = [server.process.pid!, (await postmaster())!, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  await server.end('SIGKILL')
}

async function aProcessOfTheDatabasesOwner() {
  const { uid, gid } = await stat(pidFile())
  const child = spawn('sleep', ['1000'], isRoot ? { uid, gid } : {})
  await once(child, 'spawn')
  return child
}

async function claimToBePostmaster({ pid }: ChildProcess) {
  const [, ...rest] = (await readFile(pidFile(), 'utf8')).split('\n')
  await writeFile(pidFile(), [pid, ...rest].join('\n'))
}

function canReachTheProject(as: { uid: number; gid: number }) {
  try {
    execFileSync(process.execPath, ['--eval', `import(${JSON.stringify(import.meta.resolve('pg'))})`], {
      ...as,
      cwd: '/',
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
