import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { openOwnerPool, type Pool } from '../database/connection.ts'
import { createRoles } from '../database/roles.ts'

/** Runs `work` on a temporary PostgreSQL in a folder, which is removed afterwards. Another process's use of it is an error. */
export async function inScratchDatabase<T>(folder: string, work: (scratch: Pool) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  // PostgreSQL refuses to run as root, so another user must be able to enter the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, { durable: false })
  try {
    const scratch = openOwnerPool((await createRoles(postgres.url)).owner)
    try {
      return await work(scratch)
    } finally {
      await scratch.end()
    }
  } finally {
    await postgres.stop()
    await removeScratch(folder)
  }
}

/** Under root the database may be in another folder, to which a link leads. */
export async function removeScratch(folder: string) {
  const database = await realpath(join(folder, 'postgresql')).catch(() => folder)
  for (const path of [database, folder]) await rm(path, { recursive: true, force: true })
}
