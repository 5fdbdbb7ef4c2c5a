import type { Pool } from '../../../database/connection.ts'
import { tenantDatabase } from '../../../database/tenant-database.ts'
import { findTenant } from '../../../tenants/tenants.repository.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import { deleteExpiredLease, listExpiredLeases } from './pause.repository.ts'

/** Removes the files of imports whose process was killed, and those of replaced businesses, and forgets their leases. */
export async function removeAbandonedImports(pool: Pool, files: FileStore) {
  for (const id of await listExpiredLeases(pool)) {
    const tenant = await findTenant(tenantDatabase(pool, id, { evenPaused: true }), id)
    if (!tenant) await files.removeAll(id)
    await deleteExpiredLease(pool, id)
  }
}
