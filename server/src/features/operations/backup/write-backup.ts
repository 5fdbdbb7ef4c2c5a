import { createHash, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Pool } from '../../../database/connection.ts'
import { listAppliedMigrations } from '../../../database/migrate.ts'
import { keyId } from '../../../lib/encryption.ts'
import { RELEASE } from '../../../lib/release.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import {
  type BackupTable,
  type CopyClient,
  copyOut,
  inSnapshot,
  listBackupTables,
  listSequences,
  listUploads,
  type SnapshotUpload,
} from './backup.repository.ts'
import { type BackupPlace, type Manifest, type Part, type SavedTable, toBackupName, writeManifest } from './manifest.ts'

const compress = promisify(zstdCompress)

/** Bytes of rows in a file, which are in memory. */
const PART_BYTES = 8 * 2 ** 20

export type BackupSource = { owner: Pool; files: FileStore; keys: Buffer[] }

type BackupOptions = {
  /** A verified backup in the same place, whose uploads need not be read again. */
  previous?: { name: string; manifest: Manifest } | undefined
  signal?: AbortSignal | undefined
}

/**
 * Writes all rows in one snapshot, the jobs and the uploads, while the installation is served. A backup that fails leaves
 * nothing. Returns its name.
 */
export async function writeBackup(source: BackupSource, place: BackupPlace, options: BackupOptions = {}) {
  const madeAt = Temporal.Now.instant()
  const name = toBackupName(place.prefix, madeAt)
  try {
    const { uploads: listed, ...snapshot } = await inSnapshot(source.owner, (client) =>
      writeSnapshot(client, { files: place.files, name, signal: options.signal }),
    )
    const uploads = await writeUploads(source.files, listed, { ...options, files: place.files, name })
    await writeManifest(place.files, name, {
      version: RELEASE,
      made_at: madeAt.toString({ smallestUnit: 'second' }),
      key_ids: source.keys.map((key) => keyId(key).toString('hex')),
      ...snapshot,
      ...uploads,
    })
    return name
  } catch (error) {
    await place.files.removeAll(name).catch(() => {})
    throw error
  }
}

type Target = { files: FileStore; name: string; signal?: AbortSignal | undefined }

async function writeSnapshot(client: CopyClient, target: Target) {
  const migrations = await listAppliedMigrations(client)
  const tables: SavedTable[] = []
  for (const table of await listBackupTables(client)) tables.push(await writeTable(client, table, target))
  // Not part of the snapshot, so they are read last: they are at least as high as the ids in it.
  return { migrations, tables, sequences: await listSequences(client), uploads: await listUploads(client) }
}

async function writeTable(
  client: CopyClient,
  table: BackupTable,
  { files, name, signal }: Target,
): Promise<SavedTable> {
  const checksum = createHash('sha256')
  const parts: Part[] = []
  let chunks: Buffer[] = []
  let bytes = 0
  let writing: Promise<unknown> = Promise.resolve()

  async function writePart() {
    const content = Buffer.concat(chunks)
    chunks = []
    bytes = 0
    const file = `${table.name.replaceAll('"', '')}.${String(parts.length + 1).padStart(4, '0')}.zst`
    const part: Part = { file, bytes: 0, sha256: '' }
    parts.push(part)
    // The next rows are read while these are compressed and stored.
    await writing
    writing = storePart(content, part)
    // It is awaited later; a failure before then is not unhandled.
    writing.catch(() => {})
  }
  async function storePart(content: Buffer, part: Part) {
    const compressed = await compress(content)
    await files.put(`${name}/${part.file}`, compressed, 'application/zstd')
    Object.assign(part, { bytes: compressed.length, sha256: hash('sha256', compressed) })
  }

  const rows = copyOut(client, table)
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    checksum.update(chunk)
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await writePart()
  }
  if (bytes > 0) await writePart()
  await writing
  return { name: table.name, columns: table.columns, rows: rows.rowCount, sha256: checksum.digest('hex'), parts }
}

/** Uploads never change, so those of the previous backup are stored once more under a second name. */
async function writeUploads(
  source: FileStore,
  listed: SnapshotUpload[],
  { previous, signal, files, name }: BackupOptions & Target,
) {
  const before = new Map(previous?.manifest.uploads.map((upload) => [upload.file, upload]))
  const uploads: Manifest['uploads'] = []
  const missing_uploads: string[] = []
  for (const { key, content_type } of listed) {
    signal?.throwIfAborted()
    const file = `uploads/${key}`
    const same = before.get(file)
    if (previous && same) {
      await files.copy(`${previous.name}/${file}`, `${name}/${file}`, content_type)
      uploads.push(same)
      continue
    }
    const content = await source.get(key)
    if (!content) missing_uploads.push(key)
    else {
      await files.put(`${name}/${file}`, content, content_type)
      uploads.push({ file, content_type, bytes: content.length, sha256: hash('sha256', content) })
    }
  }
  return { uploads, missing_uploads }
}
