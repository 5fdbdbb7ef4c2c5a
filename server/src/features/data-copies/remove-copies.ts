import type { Pool } from '../../database/connection.ts'
import { tenantDatabase } from '../../database/tenant-database.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { copiesFolder } from './copy-parts.ts'
import {
  type CopiesContext,
  deleteExpiredCopies,
  listFolders,
  listTenantsWithExpiredCopies,
} from './data-copies.repository.ts'

/** Removes the files of expired and replaced copies, and of attempts whose process was killed. */
export async function removeUnusedFiles(ctx: CopiesContext, files: FileStore) {
  const place = copiesFolder(ctx.tenant.id)
  const stored = await files.list(place)
  // Read after the list, since an attempt names its folder before it writes.
  const used = await listFolders(ctx)
  const folders = new Set(stored.map((key) => key.slice(place.length + 1).split('/')[0]!))
  for (const folder of folders) if (!used.includes(folder)) await files.removeAll(`${place}/${folder}`)
}

/** Removes the expired copies of all businesses, first their files. */
export async function removeExpiredCopies(pool: Pool, files: FileStore, now: Temporal.Instant) {
  for (const id of await listTenantsWithExpiredCopies(pool, now)) {
    const ctx = { db: tenantDatabase(pool, id, { evenPaused: true }), tenant: { id }, now }
    await removeUnusedFiles(ctx, files)
    await deleteExpiredCopies(ctx)
  }
}
