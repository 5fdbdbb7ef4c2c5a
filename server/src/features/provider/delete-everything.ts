import type { Pool } from '../../database/connection.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { countHoldings, deleteTenant, setSuspended } from './provider.repository.ts'

/** 'bookings: 2, calendars: 1', for whoever is about to delete them. */
export async function describeHoldings(owner: Pool, tenantId: number) {
  const holdings = await countHoldings(owner, tenantId)
  return holdings.map(({ table, rows }) => `${table.replaceAll('_', ' ')}: ${rows}`).join(', ')
}

/**
 * Deletes a business with its files. It is suspended first, so that nothing is added meanwhile; the rows go last, so
 * that a deletion that failed half-way can be repeated.
 */
export async function deleteEverything(owner: Pool, files: FileStore, tenantId: number) {
  await setSuspended(owner, tenantId, true)
  await files.removeAll(tenantId)
  await deleteTenant(owner, tenantId)
}
