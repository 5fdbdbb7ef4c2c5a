import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Pool } from '../../../database/connection.ts'
import { listAppliedMigrations, migrate } from '../../../database/migrate.ts'
import { listMigrations, type Migrations } from '../../../database/migrations.ts'
import { openJobInserter } from '../../../queue/job-inserter.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import { inTransaction } from '../provider/provider.repository.ts'
import {
  analyzeDatabase,
  type CopyClient,
  copyIn,
  copyOut,
  dropSchemas,
  hasTenants,
  inSnapshot,
  isServed,
  listBackupTables,
  makeRoom,
  prepareCopy,
  readRestoredJobs,
  resumeConstraints,
  setSequences,
  suspendConstraints,
} from './backup.repository.ts'
import type { Manifest, Part, SavedTable } from './manifest.ts'

const decompress = promisify(zstdDecompress)

export type SavedBackup = { files: FileStore; name: string; manifest: Manifest }

type RestoreTarget = { owner: Pool; files: FileStore; beforeCommit(): Promise<void> }

/**
 * Restores a backup into an empty installation, all or nothing, and migrates it to this version. Returns the number of jobs
 * whose queue this version does not have. Throws a StartupError, and then nothing has changed.
 */
export async function restoreBackup(
  { owner, files, beforeCommit }: RestoreTarget,
  backup: SavedBackup,
): Promise<number> {
  const migrations = await chooseMigrations(backup.manifest)
  if (await hasTenants(owner)) throw new StartupError(NOT_EMPTY)
  if (await isServed(owner))
    throw new StartupError('Servers or workers use this database: stop them first. Nothing was restored.')
  const lost = await restoreRows(owner, migrations, backup, async () => {
    await beforeCommit()
    await restoreUploads(files, backup)
  })
  await migrate(owner)
  await analyzeDatabase(owner)
  return lost
}

const NOT_EMPTY =
  'This installation already has businesses, so nothing was restored. Restore into an empty one: another database, or ' +
  'another DATA_DIR.'

/** The migrations that the backup had. Throws a StartupError for a backup of a newer version. */
async function chooseMigrations({ migrations, version }: Manifest): Promise<Migrations> {
  const all = await listMigrations()
  if (migrations.some((name) => !all[name]))
    throw new StartupError(
      `The backup is of Prenoto ${version}, which is newer than this one: install that version. Nothing was restored.`,
    )
  return Object.fromEntries(migrations.map((name) => [name, all[name]!]))
}

/** Fills an empty database with the rows of a backup, in one transaction, which `beforeCommit` may stop. */
async function restoreRows(
  owner: Pool,
  migrations: Migrations,
  backup: SavedBackup,
  beforeCommit: () => Promise<void>,
): Promise<number> {
  const applied = await listAppliedMigrations(owner)
  if (applied.length > 0 && applied.join() !== Object.keys(migrations).join()) await dropSchemas(owner)
  await migrate(owner, migrations)
  const queue = await openJobInserter(owner)
  try {
    return await inTransaction(owner, async (client) => {
      await prepareCopy(client)
      const statements = await suspendConstraints(client)
      if (await hasTenants(client)) throw new StartupError(NOT_EMPTY)
      const all = await listBackupTables(client)
      await makeRoom(client, all)
      const tables = new Map(all.map((table) => [table.name, table]))
      for (const saved of backup.manifest.tables) {
        const table = tables.get(saved.name)
        if (table?.columns.join() !== saved.columns.join()) throw damagedFileError(backup, saved.name)
        await pipeline(Readable.from(readRows(backup, saved)), copyIn(client, table))
      }
      await setSequences(client, backup.manifest.sequences)
      await resumeConstraints(client, statements)
      let lost = 0
      for await (const jobs of readRestoredJobs(client)) {
        const current = jobs.filter((job) => queue.hasQueue(job.queue))
        lost += jobs.length - current.length
        for (const [tenantId, own] of Map.groupBy(current, ({ data }) => data.tenant_id))
          await queue.insert(
            client,
            tenantId,
            own.map((job) => ({ ...job, data: job.data.data })),
          )
      }
      await beforeCommit()
      return lost
    })
  } finally {
    await queue.stop()
  }
}

const damagedFileError = ({ name }: SavedBackup, file: string) =>
  new StartupError(`${name} is damaged: ${file} is not what was written. Nothing was restored.`)

async function readPart(backup: SavedBackup, { file, sha256 }: Part): Promise<Buffer> {
  const content = await backup.files.get(`${backup.name}/${file}`)
  if (!content || hash('sha256', content) !== sha256) throw damagedFileError(backup, file)
  return content
}

async function* readRows(backup: SavedBackup, { parts }: SavedTable): AsyncGenerator<Buffer> {
  for (const part of parts) yield await decompress(await readPart(backup, part))
}

/** Stores the uploads, and removes them again if one of them is damaged. */
async function restoreUploads(files: FileStore, backup: SavedBackup) {
  const { uploads } = backup.manifest
  const toKey = ({ file }: Part) => file.replace(/^uploads\//, '')
  try {
    for (const upload of uploads) await files.put(toKey(upload), await readPart(backup, upload), upload.content_type)
  } catch (error) {
    for (const upload of uploads) await files.remove(toKey(upload)).catch(() => {})
    throw error
  }
}

/**
 * Restores a backup into an empty scratch database, compares the number and checksum of each table's rows, and reads all
 * uploads. Throws a StartupError for what differs.
 */
export async function verifyBackup(scratch: Pool, backup: SavedBackup, signal?: AbortSignal) {
  await restoreRows(scratch, await chooseMigrations(backup.manifest), backup, async () => signal?.throwIfAborted())
  await inSnapshot(scratch, async (client) => {
    const saved = new Map(backup.manifest.tables.map((table) => [table.name, table]))
    for (const table of await listBackupTables(client)) {
      const { rows, sha256 } = await checkRows(client, table)
      signal?.throwIfAborted()
      const expected = saved.get(table.name)
      if (rows !== expected?.rows || sha256 !== expected.sha256)
        throw new StartupError(
          `${backup.name} is not restored as it was saved: ${table.name} has ${rows} rows instead of ${expected?.rows}, or other values.`,
        )
    }
  })
  for (const upload of backup.manifest.uploads) {
    signal?.throwIfAborted()
    await readPart(backup, upload)
  }
}

async function checkRows(client: CopyClient, table: Parameters<typeof copyOut>[1]) {
  const checksum = createHash('sha256')
  const rows = copyOut(client, table)
  for await (const chunk of rows as AsyncIterable<Buffer>) checksum.update(chunk)
  return { rows: rows.rowCount, sha256: checksum.digest('hex') }
}
