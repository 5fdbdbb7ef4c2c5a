import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import {
  databaseSettings,
  emptyDatabase,
  newDatabase,
  type TestDatabase,
} from '@prenoto/test-support/database/test-database.ts'
import { openBucketServer } from '@prenoto/test-support/http/bucket-server.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { newFullTenant } from '@prenoto/test-support/server/full-tenant.ts'
import { type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { markVerified } from '../../features/operations/backup/manifest.ts'
import { writeBackup } from '../../features/operations/backup/write-backup.ts'
import { diskStore, type FileStore, openFileStore } from '../../features/uploads/file-store.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { openLog } from '../../lib/log.ts'
import { startNightlyBackups } from '../../nightly-backups.ts'
import { readSettings } from '../../settings/settings.ts'

const KEY = randomBytes(32)

let server: TestServer
let business: Awaited<ReturnType<typeof newFullTenant>>
/** The folder of the backups, with one of `business`. */
let backups: string
let name: string
let folder: string
/** The names of the backups before that one, and the files of the second one, which was killed. */
let earlier: { names: string[]; killed: string[] }
beforeAll(async () => {
  server = await testServer({ encryption: encryptionWith([KEY]) })
  business = await newFullTenant(server, encryptionWith([KEY]))
  await server.owner.query(`select setval(pg_get_serial_sequence('tenants', 'id'), 700)`)
  folder = await mkdtemp(join(tmpdir(), 'prenoto-backup-'))
  backups = join(folder, 'backups')
  await prenoto('backup', '--to', backups, '--unverified')
  await leaveKilledBackup()
  const names = await listBackups()
  earlier = { names, killed: await readdir(join(backups, names[1]!)) }
  const { code, stdout, stderr } = await callCli({ ...settings(), BACKUP_KEEP: '1' }, 'backup', '--to', backups)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('It is verified')
  name = /prenoto-\w+/.exec(stdout)![0]
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const settings = () => ({
  ...databaseSettings(server.url),
  DATA_DIR: server.dataDir,
  SECRET_KEYS: KEY.toString('hex'),
})
const prenoto = (...words: string[]) => callCli(settings(), ...words)

/** Leaves the files of a process that was killed before it wrote the manifest. */
async function leaveKilledBackup() {
  const files = diskStore(backups)
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
  const put: FileStore['put'] = (key, ...content) => {
    if (!key.endsWith('/manifest.json')) return files.put(key, ...content)
    kill()
    return new Promise(() => {})
  }
  const source = { owner: server.owner, files: diskStore(server.uploads), keys: [KEY] }
  void writeBackup(source, { files: { ...files, put }, prefix: '', label: backups })
  await killed
}

/** An installation without businesses. */
async function anInstallation(database: TestDatabase) {
  onTestFinished(database.drop)
  const dataDir = await mkdtemp(join(folder, 'target-'))
  return {
    superuser: database.superuser,
    dataDir,
    restore: (words: string[], more: Record<string, string> = { SECRET_KEYS: KEY.toString('hex') }) =>
      callCli({ ...databaseSettings(database.url), DATA_DIR: dataDir, ...more }, 'restore', ...words),
  }
}

const OTHER_KEY = { SECRET_KEYS: randomBytes(32).toString('hex') }

const listBackups = async () => (await readdir(backups)).filter((file) => /Z$/.test(file)).sort()

/** All rows of all tables as text, read as the superuser. */
async function readRows(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'system') order by 1`,
    )
    const contents: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      contents[name] = rows.map(({ row }) => row)
    }
    // A backup is recorded after its snapshot.
    delete contents['system.backups']
    return contents
  } finally {
    await client.end()
  }
}

/** The constraints, indexes, triggers and row-level security of all tables. */
async function readSchema(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(`
      select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
        where indrelid::regclass::text !~ '^pg_'
      union all select tgrelid::regclass::text, case when tgisinternal then '' else tgname end, tgenabled::text from pg_trigger
      union all select oid::regclass::text, '', relrowsecurity || ' ' || relforcerowsecurity from pg_class where relkind = 'r'
      order by 1, 2, 3`)
    return rows
  } finally {
    await client.end()
  }
}

test('a restore refuses a backup of a newer version, a killed one, one without its secret keys and a damaged one; one of the whole backup then brings back every row, file, job, sequence and constraint', async () => {
  const target = await anInstallation(await emptyDatabase())
  const newer = join(folder, 'prenoto-20300101T000000000Z')
  await cp(join(backups, name), newer, { recursive: true })
  const manifest = JSON.parse(await readFile(join(newer, 'manifest.json'), 'utf8'))
  await writeFile(
    join(newer, 'manifest.json'),
    JSON.stringify({ ...manifest, version: '9.0.0', migrations: [...manifest.migrations, '9999-later'] }),
  )
  expect((await target.restore([newer])).stderr).toContain(
    'The backup is of Prenoto 9.0.0, which is newer than this one',
  )
  // A killed process has left no manifest.
  await rm(join(newer, 'manifest.json'))
  expect((await target.restore([newer])).stderr).toContain('is no complete backup')

  expect((await target.restore([join(backups, name)], OTHER_KEY)).stderr).toContain(
    'SECRET_KEYS: set it to the keys of the backup',
  )
  const [keyFile] = (await readdir(backups)).filter((file) => file.startsWith('prenoto-secret-keys-'))
  expect(await readFile(join(backups, keyFile!), 'utf8')).toContain(KEY.toString('hex'))
  await rename(join(backups, keyFile!), join(folder, keyFile!))
  expect((await target.restore([join(backups, name)], OTHER_KEY)).stderr).toContain('--keys')

  const damaged = join(folder, name.replace('prenoto-2', 'prenoto-1'))
  await cp(join(backups, name), damaged, { recursive: true })
  await truncate(join(damaged, 'public.bookings.0001.zst'), 40)
  expect(await target.restore([damaged])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is damaged: public.bookings'),
  })
  expect((await readRows(target.superuser))['public.tenants']).toEqual([])

  const { code, stderr, stdout } = await target.restore([join(backups, name), '--without-keys'], OTHER_KEY)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('is restored as it was at')

  expect(await readRows(target.superuser)).toEqual(await readRows(server.superuserUrl))
  expect(await readSchema(target.superuser)).toEqual(await readSchema(server.superuserUrl))
  const client = new pg.Client(target.superuser)
  await client.connect()
  const { rows } = await client.query(`select nextval(pg_get_serial_sequence('tenants', 'id'))::int as next`)
  const jobs = await client.query(`select name from pgboss.job where (data ->> 'tenant_id')::int = $1`, [business.id])
  await client.end()
  expect(rows).toEqual([{ next: 701 }])
  const saved = await server.owner.query(`select from pgboss.job where (data ->> 'tenant_id')::int = $1`, [business.id])
  expect(jobs.rowCount).toBe(saved.rowCount)
  expect(jobs.rowCount).toBeGreaterThan(0)
  const pictures = `uploads/${business.id}`
  expect(await readdir(join(target.dataDir, pictures))).toEqual(await readdir(join(server.dataDir, pictures)))
})

test('a restore into an installation with businesses is refused and changes nothing', async () => {
  const before = await readRows(server.superuserUrl)

  const { code, stderr } = await prenoto('restore', join(backups, name))

  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('already has businesses') })
  expect(await readRows(server.superuserUrl)).toEqual(before)
})

test('metrics and `db check` tell the age of the last verified backup', async () => {
  const { stdout } = await prenoto('db', 'check')
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })

  expect(stdout).toContain(`The last verified backup is 0 hours old: ${name} in ${backups}.`)
  expect(body).toMatch(/^prenoto_backup_age_seconds [\d.]+$/m)
})

test('a server tries a backup once a night, and logs a failure', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => lines.push(JSON.parse(line).msg) })
  const env = { ...settings(), PATH: process.env.PATH, DATA_DIR: join(folder, 'file', 'folder') }
  await writeFile(join(folder, 'file'), '')
  let now = Temporal.Now.instant()
  const nightly = startNightlyBackups({
    ownerUrl: server.url,
    settings: { backupKeep: 7 },
    log,
    env,
    clock: () => now,
  })
  await nightly.check()
  expect(lines).toEqual([])

  now = now.add({ hours: 24 })
  await nightly.check()
  // A process of its own, which takes its time on a busy machine.
  await expect
    .poll(() => lines, { timeout: 90_000 })
    .toEqual(['the nightly backup failed; the next one is made tomorrow night'])
  await nightly.check()
  await nightly.stop()
  expect(lines).toHaveLength(1)
})

test('a backup in a bucket while visitors book is a consistent snapshot, copies the uploads of the one before, and is restored from there', async () => {
  const s3 = await openBucketServer(join(folder, 's3'))
  const inBucket = { ...settings(), ...s3.settings }
  const bucket = openFileStore(readSettings(inBucket))
  const pictures = `${business.id}`
  const [picture] = await readdir(join(server.uploads, pictures))
  const content = await readFile(join(server.uploads, pictures, picture!))
  await bucket.put(`${pictures}/${picture}`, content, 'image/webp')
  const here = await server.newTenant()
  const service = await here.newService()
  const book = async (day: number) => {
    const response = await here.book(service.id, { visit_day: addDays(parsePlainDate('2026-11-23'), day) })
    return response.statusCode === 201 ? [response.json().hidden_id as string] : []
  }
  const toS3 = () => callCli(inBucket, 'backup', '--to', 's3', '--unverified')
  const readName = ({ stdout }: { stdout: string }) => /(prenoto-\w+Z) in/.exec(stdout)![1]!

  const first = await toS3()
  await markVerified(bucket, `backups/${readName(first)}`)
  await bucket.remove(`${pictures}/${picture}`)
  const acknowledged = [...(await book(0)), ...(await book(1))]
  let isOver = false
  const booking = (async () => {
    // A steady load; a heavier one proves no more.
    for (let day = 2; !isOver; day++) {
      await book(day % 60)
      await sleep(20)
    }
  })()
  const second = await toS3()
  isOver = true
  await booking
  const target = await anInstallation(await newDatabase())
  const restored = await target.restore([`s3:${readName(second)}`], {
    SECRET_KEYS: KEY.toString('hex'),
    ...s3.settings,
  })

  expect([first, second, restored]).toMatchObject([first, second, restored].map(() => ({ code: 0, stderr: '' })))
  expect(await bucket.get(`${pictures}/${picture}`)).toEqual(content)
  await s3.close()
  const ids = (await readRows(target.superuser))['public.bookings']!.map((row) => row.split(',')[2])
  expect(ids).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a killed backup counts as none; the next one removes it, and those that are too old', async () => {
  expect(earlier.names).toHaveLength(2)
  expect(earlier.killed).toEqual(expect.arrayContaining(['public.bookings.0001.zst', 'uploads']))
  expect(earlier.killed).not.toContain('manifest.json')
  expect(await listBackups()).toEqual([name])
})
