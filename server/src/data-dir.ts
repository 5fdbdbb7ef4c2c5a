import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirUnusable } from '@prenoto/postgres/embedded-postgres-errors.ts'
import type { Settings } from './settings/settings.ts'

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
