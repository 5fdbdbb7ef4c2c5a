import { basename, dirname, join, resolve } from 'node:path'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { recordBackup, recordVerification } from '../database/backups.ts'
import { type DatabaseUrls, openOwnerPool, type Pool } from '../database/connection.ts'
import { tryLockBackups } from '../features/operations/backup/backup.repository.ts'
import { findMissingKeys, readKeyFile, writeKeyFile } from '../features/operations/backup/key-file.ts'
import {
  type BackupPlace,
  findLastVerified,
  listBackups,
  markVerified,
  readManifest,
  removeIncomplete,
} from '../features/operations/backup/manifest.ts'
import { restoreBackup, type SavedBackup, verifyBackup } from '../features/operations/backup/restore-backup.ts'
import { writeBackup } from '../features/operations/backup/write-backup.ts'
import { bucketStore, diskStore, openFileStore } from '../features/uploads/file-store.ts'
import { addSecretKeys, readSecretKeys } from '../settings/secret-keys.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { print } from './arguments.ts'
import { inScratchDatabase, removeScratch } from './scratch-database.ts'
import { type Installation, withDatabase, withUrls } from './with-database.ts'

/** Milliseconds for each file of a bucket. */
const BUCKET_TIMEOUT = 120_000

const S3 = 's3'
const BUCKET_FOLDER = 'backups/'

type BackupWords = { to?: string; verify?: string | true; unverified?: true }
type RestoreWords = { keys?: string; withoutKeys?: true }

export function backupCommands(program: Command) {
  program
    .command('backup')
    .description('save all businesses, jobs, uploads and keys while servers run, and verify what was saved')
    .option('--to <place>', 'a folder, or s3 for the bucket of S3_…; by default the folder backups in DATA_DIR')
    .option('--unverified', 'do not verify it; then no earlier one is deleted')
    .option('--verify [backup]', 'make none, and verify this one, or the last one')
    .action(({ to, verify, unverified }: BackupWords) =>
      withDatabase((installation) =>
        whileLocked(installation, async (signal) => {
          const place = openPlace(installation.settings, to)
          if (verify !== undefined) {
            const saved = await findBackup(installation.settings, place, verify)
            await verifySaved(installation, saved, signal)
            return print(`${saved.name} is verified: ${describe(saved)}.`)
          }
          const saved = await saveAll(installation, place, signal).catch(explainPlace(place))
          print(`${saved.name} in ${place.label}: ${describe(saved)}.`)
          if (unverified) return
          await verifySaved(installation, saved, signal)
          print('It is verified: a restored copy has the same rows.')
          await deleteOlder(installation.settings, place)
        }),
      ),
    )

  program
    .command('restore')
    .description('restore a backup into an installation without businesses, all or nothing; servers must be stopped')
    .argument('<backup>', 'the folder of a backup, or s3:<its name>')
    .option('--keys <file>', 'the file with the secret keys, if it is not beside the backup')
    .option('--without-keys', 'restore although keys are missing: health notes and second factors are lost')
    .action((words: string, options: RestoreWords) => restore(words, options))
}

function openPlace(settings: Settings, to = join(settings.dataDir, 'backups')): BackupPlace {
  if (to !== S3) return { files: diskStore(resolve(to)), prefix: '', label: resolve(to) }
  if (!settings.bucket)
    throw new StartupError('S3_ENDPOINT: needed for backups in a bucket, with the other settings of S3_…')
  return { files: bucketStore(settings.bucket, BUCKET_TIMEOUT), prefix: BUCKET_FOLDER, label: settings.bucket.endpoint }
}

/** The place and name of 'folder/prenoto-…' or 's3:prenoto-…'. */
function locate(settings: Settings, words: string) {
  if (words.startsWith(`${S3}:`)) {
    const place = openPlace(settings, S3)
    return { place, name: place.prefix + words.slice(S3.length + 1) }
  }
  const path = resolve(words)
  return { place: openPlace(settings, dirname(path)), name: basename(path) }
}

async function findBackup(settings: Settings, place: BackupPlace, words: string | true): Promise<SavedBackup> {
  if (words === true) {
    const name = (await listBackups(place)).at(-1)
    if (!name) throw new StartupError(`There is no backup in ${place.label}.`)
    return { files: place.files, name, manifest: await readManifest(place.files, name) }
  }
  const { place: named, name } = locate(settings, words)
  return { files: named.files, name, manifest: await readManifest(named.files, name) }
}

/** Runs `work` unless another process makes or verifies a backup. A signal to end the process ends it in order. */
async function whileLocked({ urls }: Installation, work: (signal: AbortSignal) => Promise<unknown>) {
  const pool = openOwnerPool(urls.owner!)
  const stopping = new AbortController()
  const stop = () => stopping.abort(new StartupError('The backup was stopped.'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    const client = await pool.connect()
    try {
      if (!(await tryLockBackups(client))) throw new StartupError('Another process is making a backup: wait for it.')
      await work(stopping.signal)
    } finally {
      client.release(true)
    }
  } finally {
    for (const signal of signals) process.off(signal, stop)
    await pool.end()
  }
}

async function saveAll(
  { owner, settings }: Installation,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<SavedBackup> {
  const keys = await readSecretKeys(settings)
  await removeIncomplete(place)
  const previousName = await findLastVerified(place)
  const previous = previousName && { name: previousName, manifest: await readManifest(place.files, previousName) }
  const keyFile = await writeKeyFile(place, keys)
  if (keyFile) print(`The secret keys are in ${keyFile}: move that file to another place than the backups.`)
  const source = { owner, files: openFileStore(settings), keys }
  const name = await writeBackup(source, place, { ...(previous && { previous }), signal })
  const manifest = await readManifest(place.files, name)
  await recordBackup(owner, { name, place: place.label, made_at: Temporal.Instant.from(manifest.made_at) })
  return { files: place.files, name, manifest }
}

const UNCHANGED = 'no backup was made, earlier ones are unchanged.'

const explainPlace = (place: BackupPlace) => (error: NodeJS.ErrnoException) => {
  const { code = '' } = error
  if (/^(ENOSPC|EDQUOT)$/.test(code)) throw new StartupError(`There is no space left in ${place.label}: ${UNCHANGED}`)
  if (/^(EACCES|EPERM|EROFS|ENOTDIR)$/.test(code))
    throw new StartupError(`${place.label} cannot be written (${code}): ${UNCHANGED}`)
  throw error
}

async function verifySaved({ owner, settings }: Installation, saved: SavedBackup, signal: AbortSignal) {
  const folder = join(settings.dataDir, 'verification')
  await removeScratch(folder)
  await inScratchDatabase(folder, (scratch: Pool) => verifyBackup(scratch, saved, signal))
  await markVerified(saved.files, saved.name)
  await recordVerification(owner, saved.name)
}

async function deleteOlder({ backupKeep }: Settings, place: BackupPlace) {
  if (backupKeep === 0) return
  for (const name of (await listBackups(place)).slice(0, -backupKeep)) await place.files.removeAll(name)
}

function describe({ manifest: { tables, uploads, missing_uploads } }: SavedBackup) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const missing = missing_uploads.length > 0 ? `, ${missing_uploads.length} without their files` : ''
  return `${rows.toLocaleString('en')} rows in ${tables.length} tables, ${uploads.length} uploads${missing}`
}

async function restore(words: string, { keys: keyPath, withoutKeys }: RestoreWords) {
  const settings = readSettings(process.env)
  const { place, name } = locate(settings, words)
  const saved = { files: place.files, name, manifest: await readManifest(place.files, name) }
  const newKeys = withoutKeys ? [] : await findNewKeys(settings, { place, ...saved }, keyPath)
  const work = async ({ owner: url }: DatabaseUrls) => {
    if (!url) throw new StartupError('OWNER_DATABASE_URL: needed to restore a backup')
    const owner = openOwnerPool(url)
    try {
      const beforeCommit = async () => {
        if (newKeys.length > 0) await addSecretKeys(settings, newKeys)
      }
      const lost = await restoreBackup({ owner, files: openFileStore(settings), beforeCommit }, saved)
      print(`${name} is restored as it was at ${saved.manifest.made_at}: ${describe(saved)}.`)
      if (lost > 0) print(`Left out, since this version has no queue for them: ${lost} jobs.`)
      print('E-mails that waited then are sent when a server or worker starts: see `prenoto jobs list`.')
    } finally {
      await owner.end()
    }
  }
  await withUrls(settings, work, { createIfMissing: true })
}

/** The keys that the backup needs and the installation lacks. Throws a StartupError if they are not to be had. */
async function findNewKeys(settings: Settings, saved: SavedBackup & { place: BackupPlace }, keyPath?: string) {
  const { place, manifest } = saved
  const present = await readSecretKeys(settings)
  const missing = findMissingKeys(manifest, present)
  if (missing.length === 0) return []
  const keys = await readKeyFile(place, manifest, keyPath)
  if (!keys || findMissingKeys(manifest, [...keys, ...present]).length > 0)
    throw new StartupError(
      `The backup needs the secret keys ${missing.join(', ')}: name their file, prenoto-secret-keys-….txt, with --keys. ` +
        'With --without-keys it is restored without health notes and second factors. Nothing was restored.',
    )
  if (settings.databaseUrl || settings.secretKeys.length > 0)
    throw new StartupError(
      'SECRET_KEYS: set it to the keys of the backup, which are in the file prenoto-secret-keys-….txt. Nothing was restored.',
    )
  return keys
}
