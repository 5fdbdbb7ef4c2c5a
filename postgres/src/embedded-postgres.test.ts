import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { openPostgresHome, type PostgresHome, reachableBinaries } from './postgres-home.ts'

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

type User = { uid: number; gid: number } | undefined
type Said = { url?: string; error?: string; message?: string; lost?: true; interrupted?: true }
type Server = {
  process: ChildProcess
  /** the next line it prints */
  hear(): Promise<Said>
  url(): Promise<string>
  end(signal: NodeJS.Signals): Promise<void>
}

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const users: [string, User][] = isRoot ? [['root', undefined]] : [['an ordinary user', undefined]]
if (isRoot && canReachTheProject(nobody)) users.push(['an ordinary user', nobody])

let initialised: PostgresHome
let folder: string
let dataDir: string
let user: User
let servers: Server[]

beforeAll(async () => {
  initialised = await openPostgresHome(await aFolder(), false)
})

afterAll(() => rm(initialised.dataDir, { recursive: true }))

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

describe.each(users)('as %s', (_, theUser) => {
  beforeEach(async () => {
    user = theUser
    if (user) await chown(folder, user.uid, user.gid)
  })

  test('an empty folder becomes a running database that only this computer and its password reach', async () => {
    const url = await (await aServer()).url()

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
    expect((await stat(join(dataDir, 'postgresql'))).mode & 0o077).toBe(0)
    expect((await stat(dataDir)).mode & 0o067).toBe(0)
  })

  test('what was written is there after an orderly stop and a new start', async () => {
    const first = await aServerWithData()
    await query(await first.url(), 'create table kept (); ')
    await first.end('SIGTERM')
    expect(await postmaster()).toBeUndefined()

    const second = await aServer()
    await query(await second.url(), 'select * from kept')
    expect(await readdir(join(dataDir, 'postgresql'))).toContain('postgresql.log.previous')
  })

  test('a second server says that the folder is in use; after kill -9 of the first it takes the orphan back', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    const orphan = await postmaster()

    const refusal = await (await aServer()).hear()
    expect(refusal.error).toBe('DataDirInUse')
    expect(refusal.message).toContain(`DATA_DIR ${dataDir} is in use by another Prenoto (process ${first.process.pid})`)
    await query(url, 'select 1')

    await first.end('SIGKILL')
    await (await aServer()).url()
    expect(await postmaster()).toBe(orphan)
  })

  test('after kill -9 of everything the next start recovers, though the process number lives again', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    await query(url, 'create table kept ()')
    await killEverything(first, url)
    const bystander = await aProcessOfTheDatabasesOwner()
    await claimToBePostmaster(bystander)

    const second = await aServer()

    await query(await second.url(), 'select * from kept')
    expect(await postmaster()).not.toBe(bystander.pid)
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    bystander.kill()
  })

  test('a DATA_DIR that is a file is refused in a sentence', async () => {
    await writeFile(dataDir, '')

    expect(await (await aServer()).hear()).toEqual({
      error: 'DataDirUnusable',
      message: `DATA_DIR ${dataDir} cannot be used: a file of that name is in the way (${dataDir}).`,
    })
  })

  test('a DATA_DIR under a file is refused in a sentence', async () => {
    await writeFile(dataDir, '')
    dataDir = join(dataDir, 'below')

    const { error, message } = await (await aServer()).hear()

    expect(error).toBe('DataDirUnusable')
    expect(message).toContain(`DATA_DIR ${dataDir} cannot be used: a part of the path is a file, not a folder`)
  })

  test.runIf(!isRoot || theUser)('a DATA_DIR where nothing may be written is refused in a sentence', async () => {
    await mkdir(dataDir, { mode: 0o555 })

    const { error, message } = await (await aServer()).hear()

    expect(error).toBe('DataDirUnusable')
    expect(message).toContain(`DATA_DIR ${dataDir} cannot be used: permission denied`)
  })

  test('the database of another major version is refused in a sentence', async () => {
    const cluster = join(dataDir, 'postgresql', 'cluster')
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'PG_VERSION'), '9\n')
    if (isRoot) for (const path of [cluster, dirname(cluster), dataDir]) await chown(path, nobody.uid, nobody.gid)

    const { error, message } = await (await aServer()).hear()

    expect(error).toBe('DataDirUnusable')
    expect(message).toContain(`DATA_DIR ${dataDir} cannot be used: PostgreSQL 9 made its database`)
  })
})

describe('an empty folder', () => {
  test('of three servers that start at once on an empty folder one wins', async () => {
    const started = await Promise.all([aServer(), aServer(), aServer()])
    const said = await Promise.all(started.map((server) => server.hear()))

    expect(said.map(({ url, error }) => error ?? (url && 'started')).sort()).toEqual([
      'DataDirInUse',
      'DataDirInUse',
      'started',
    ])
    await query(said.find(({ url }) => url)!.url!, 'select 1')
    expect(await readdir(dataDir)).toEqual(['postgresql'])
  })

  test('after kill -9 during the initialisation the next start begins anew', async () => {
    const first = await aServer()
    await expect.poll(buildings, { interval: 5 }).not.toEqual([])
    await first.end('SIGKILL')
    expect(await readdir(dataDir)).not.toContain('postgresql')

    await query(await (await aServer()).url(), 'select 1')

    expect(await buildings()).toEqual([])
  })
})

describe('while it runs', () => {
  test('Ctrl-C reaches the server, not its PostgreSQL', async () => {
    const server = await aServerWithData()
    const url = await server.url()

    process.kill(-server.process.pid!, 'SIGINT')

    expect(await server.hear()).toEqual({ interrupted: true })
    await sleep(200)
    await query(url, 'select 1')
  })

  test('the server learns that PostgreSQL was killed, and a new one waits until what is left of it ends', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    const lingering = new pg.Client(url)
    lingering.on('error', () => {})
    await lingering.connect()
    const { rows } = await lingering.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGSTOP')
    process.kill((await postmaster())!, 'SIGKILL')
    expect(await first.hear()).toEqual({ lost: true })

    const second = await aServer()
    const ready = second.url()
    expect(await Promise.race([ready, sleep(1_000, 'it waits')])).toBe('it waits')
    process.kill(rows[0].pid, 'SIGCONT')

    await query(await ready, 'select 1')
  })

  test('it stays its own when one of PostgreSQL’s processes crashes', async () => {
    const first = await aServerWithData()
    const url = await first.url()
    const { rows } = await query(url, `select pid from pg_stat_activity where backend_type = 'walwriter'`)
    process.kill(rows[0].pid, 'SIGKILL')
    await expect.poll(() => query(url, 'select 1')).toBeTruthy()

    expect((await (await aServer()).hear()).error).toBe('DataDirInUse')

    await first.end('SIGTERM')
    expect(await postmaster()).toBeUndefined()
  })

  test('an ordinary start is durable, and stopping twice is stopping once', async () => {
    copyData()
    const postgres = await startEmbeddedPostgres(dataDir)
    const { rows } = await query(postgres.url, `select current_setting('fsync') as fsync`)
    expect(rows).toEqual([{ fsync: 'on' }])

    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
    expect(await postmaster()).toBeUndefined()
  })
})

describe('the command line', () => {
  test('joins the PostgreSQL of a running server and leaves it running', async () => {
    const url = await (await aServerWithData()).url()

    const joined = await joinEmbeddedPostgres(dataDir)
    expect(joined.url).toBe(url)
    await joined.stop()

    await query(url, 'select 1')
  })

  test('starts its own when none runs, and stops it', async () => {
    const joined = await joinEmbeddedPostgres(dataDir)
    await query(joined.url, 'select 1')
    await joined.stop()

    expect(await postmaster()).toBeUndefined()
  })
})

describe.runIf(isRoot)('where only root may go', () => {
  beforeEach(() => chmod(folder, 0o700))

  test('the database lives elsewhere, nobody’s permissions are loosened, and without DATA_DIR it is forgotten', async () => {
    const first = await aServer()
    await query(await first.url(), 'create table kept ()')
    const elsewhere = await realpath(join(dataDir, 'postgresql'))
    expect(dirname(elsewhere)).toBe('/var/lib/prenoto')
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o700)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await first.end('SIGTERM')

    const second = await aServer()
    await query(await second.url(), 'select * from kept')
    await second.end('SIGTERM')

    await rm(dataDir, { recursive: true })
    const third = await aServer()
    const url = await third.url()
    await expect(query(url, 'select * from kept')).rejects.toThrow('does not exist')
    const fresh = await realpath(join(dataDir, 'postgresql'))
    await third.end('SIGTERM')
    for (const home of [elsewhere, fresh]) await rm(home, { recursive: true })
  })

  test('PostgreSQL’s programs are copied once to where its user can run them', async () => {
    const hidden = join(folder, 'native')
    await cp(dirname(dirname(initialised.binaries.postgres)), hidden, { recursive: true, verbatimSymlinks: true })
    const programs = {
      initdb: join(hidden, 'bin', 'initdb'),
      pg_ctl: join(hidden, 'bin', 'pg_ctl'),
      postgres: join(hidden, 'bin', 'postgres'),
    }
    const root = await aFolder()

    const copied = await reachableBinaries(programs, '18.0', nobody, root)
    const { mtimeMs, ino } = await stat(copied.postgres)
    const again = await reachableBinaries(programs, '18.0', nobody, root)

    expect(execFileSync(again.postgres, ['--version'], nobody).toString()).toContain('PostgreSQL')
    expect(await stat(again.postgres)).toMatchObject({ mtimeMs, ino })
    expect(await readdir(root)).toEqual(['postgresql-18.0'])
    await rm(root, { recursive: true })
  })
})

/** A temporary folder that everybody may enter. */
async function aFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'prenoto-')))
  await chmod(path, 0o755)
  return path
}

/** A server on a copy of an initialised database: quicker than on an empty folder. */
function aServerWithData() {
  copyData()
  return aServer()
}

function copyData() {
  execFileSync('cp', ['-a', initialised.dataDir, dataDir])
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataDir])
}

async function aServer(): Promise<Server> {
  // a process group of its own, as a shell gives it, so that a test can press Ctrl-C
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SERVER, dataDir], {
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const hear = async (): Promise<Said> => JSON.parse((await lines.next()).value ?? '{}')
  const server = {
    process: child,
    hear,
    url: async () => {
      const said = await hear()
      return said.url ?? expect.fail(said.message)
    },
    end: async (signal: NodeJS.Signals) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
  servers.push(server)
  return server
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

/** The number in the lock file that PostgreSQL keeps while it runs. */
const postmaster = () =>
  readFile(pidFile(), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => undefined,
  )

const buildings = async () => (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('building-'))

async function killEverything(server: Server, url: string) {
  const { rows } = await query(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const pids = [server.process.pid!, (await postmaster())!, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // PostgreSQL's helpers come and go
    }
  }
  await server.end('SIGKILL')
}

async function aProcessOfTheDatabasesOwner() {
  const { uid, gid } = await stat(pidFile())
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], isRoot ? { uid, gid } : {})
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
