import type { Pool } from '../../../database/connection.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import { countRowsByTable, deleteTenant, setSuspended } from './provider.repository.ts'

/** 'bookings: 2, calendars: 1' */
export async function describeRows(owner: Pool, tenantId: number) {
  const counts = await countRowsByTable(owner, tenantId)
  return counts.map(({ table, rows }) => `${table.replaceAll('_', ' ')}: ${rows}`).join(', ')
}

/**
 * Deletes a tenant with its files. Suspends it first, so that nothing is added meanwhile; deletes the rows last, so that a failed
 * deletion can be repeated.
 */
export async function deleteTenantAndFiles(owner: Pool, files: FileStore, tenantId: number) {
  await setSuspended(owner, tenantId, true)
  await files.removeAll(tenantId)
  await deleteTenant(owner, tenantId)
}
