import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirUnusable } from '@prenoto/postgres/embedded-postgres-errors.ts'
import type { Settings } from './settings/settings.ts'

/** Makes the files that this process creates readable by its own user only. */
export const keepFilesPrivate = () => process.umask(0o077)

/** Closes the folders of uploads and e-mails to other users, where an earlier version left them open. */
export async function closeFolders({ dataDir }: Pick<Settings, 'dataDir'>) {
  for (const name of ['uploads', 'mail']) {
    const folder = join(dataDir, name)
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory() && found.uid === process.getuid?.() && found.mode & 0o077) await chmod(folder, 0o700)
  }
}

/** Throws a sentence when uploads or e-mails are to be kept in DATA_DIR and it cannot be written. */
export async function requireDataDir({ dataDir, bucket, mail }: Pick<Settings, 'dataDir' | 'bucket' | 'mail'>) {
  if (bucket && mail.smtpUrl) return
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new DataDirUnusable(dataDir, error)
  }
}
