import { StartupError } from '@prenoto/core/startup-error.ts'
import * as z from 'zod/mini'
import type { FileStore } from '../../uploads/file-store.ts'

const FORMAT = 'prenoto-backup-1'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A file of the backup: compressed with Zstandard, unless it is an uploaded one. The checksum is of its bytes. */
const part = z.object({ file: z.string().check(z.regex(/^[\w./-]+$/)), bytes: z.int(), sha256 })
export type Part = z.infer<typeof part>

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of the rows as COPY writes them, in the order of their key. */
  sha256,
  parts: z.array(part),
})
export type SavedTable = z.infer<typeof table>

const upload = z.extend(part, { content_type: z.string() })

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The release that made the backup, for people. */
  version: z.string(),
  /** The instant of the snapshot. */
  made_at: z.string(),
  /** The applied migrations, in their order. */
  migrations: z.array(z.string()),
  /** The ids of the secret keys, newest first. */
  key_ids: z.array(z.string()),
  tables: z.array(table),
  sequences: z.record(z.string(), z.int()),
  uploads: z.array(upload),
  /** Uploads whose file had been deleted when it was to be copied. */
  missing_uploads: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>

/** The place of backups, whose names begin with `prefix`. */
export type BackupPlace = { files: FileStore; prefix: string; label: string }

const MANIFEST = 'manifest.json'

const VERIFIED = 'verified.json'

/** 'prenoto-20261127T033000000Z/manifest.json', also below a prefix. */
const NAME = /^((?:backups\/)?prenoto-\d{8}T\d{9}Z)\/(.*)$/

export const toBackupName = (prefix: string, madeAt: Temporal.Instant) =>
  `${prefix}prenoto-${madeAt.toString({ smallestUnit: 'millisecond' }).replaceAll(/[-:.]/g, '')}`

/** Written last: a folder without a manifest is no backup. */
export const writeManifest = (files: FileStore, name: string, values: Omit<Manifest, 'format'>) =>
  files.put(
    `${name}/${MANIFEST}`,
    Buffer.from(`${JSON.stringify({ format: FORMAT, ...values }, null, 1)}\n`),
    'application/json',
  )

/** Throws a StartupError if there is no complete backup of this name. */
export async function readManifest(files: FileStore, name: string): Promise<Manifest> {
  const content = await files.get(`${name}/${MANIFEST}`)
  if (!content) throw new StartupError(`${name} is no complete backup: it has no ${MANIFEST}.`)
  try {
    return z.parse(manifest, JSON.parse(content.toString()))
  } catch {
    throw new StartupError(`${name}/${MANIFEST} is damaged, or of another version of Prenoto.`)
  }
}

/** The names of the complete backups, oldest first. */
export const listBackups = (place: BackupPlace) => listNames(place, MANIFEST)

/** The newest backup of which a restored copy was the same. */
export const findLastVerified = async (place: BackupPlace) => (await listNames(place, VERIFIED)).at(-1)

export const markVerified = (files: FileStore, name: string) =>
  files.put(
    `${name}/${VERIFIED}`,
    Buffer.from(`${JSON.stringify({ verified_at: Temporal.Now.instant() })}\n`),
    'application/json',
  )

/** Removes what a killed process has left. */
export async function removeIncomplete(place: BackupPlace) {
  const complete = await listBackups(place)
  const all = new Set(await listNames(place))
  for (const name of all) if (!complete.includes(name)) await place.files.removeAll(name)
}

/** The names of backups that have this file, or any, oldest first. */
async function listNames({ files, prefix }: BackupPlace, file?: string): Promise<string[]> {
  const names = (await files.list(prefix.replace(/\/$/, ''))).flatMap((key) => {
    const [, name, rest] = NAME.exec(key) ?? []
    return name && (file === undefined || rest === file) ? [name] : []
  })
  return [...new Set(names)].sort()
}
