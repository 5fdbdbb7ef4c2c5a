import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirUnusable } from '@prenoto/postgres/embedded-postgres-errors.ts'
import type { Settings } from './settings/settings.ts'

/** Makes new files readable by the process's user only. */
export const keepFilesPrivate = () => process.umask(0o077)

/** Removes other users' access to the folders of uploads and e-mails, which earlier versions left open. */
export async function closeFolders({ dataDir }: Pick<Settings, 'dataDir'>) {
  for (const name of ['uploads', 'mail']) {
    const folder = join(dataDir, name)
    const stats = await stat(folder).catch(() => undefined)
    if (stats?.isDirectory() && stats.uid === process.getuid?.() && stats.mode & 0o077) await chmod(folder, 0o700)
  }
}

/** Throws a StartupError if DATA_DIR is needed for uploads or e-mails and is not writable. */
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
