import { execFileSync } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { inject } from 'vitest'

/** Starts a PostgreSQL of its own in a folder, on a copy of an empty database: its initialisation takes a second. */
export async function startOwnPostgres(folder: string) {
  await mkdir(folder, { recursive: true })
  // Started by root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  execFileSync('cp', ['-a', inject('emptyCluster'), join(folder, 'postgresql')])
  return startEmbeddedPostgres(folder, { durable: false })
}
