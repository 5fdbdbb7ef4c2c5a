import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Pool } from '../../../database/connection.ts'
import { deletePause, hasLeasedMessages, insertPause, listOpenTransactions } from './pause.repository.ts'

/** Milliseconds; more than the lease of an e-mail and than PostgreSQL lets a transaction be idle. */
const TIMEOUT = 60_000
const INTERVAL = 20

/**
 * Refuses the tenant's requests and jobs as unavailable, until it is resumed, and waits until it is idle. Throws a StartupError
 * and ends the new pause if a transaction does not end.
 */
export async function pauseTenant(owner: Pool, tenantId: number) {
  const isNew = await insertPause(owner, tenantId)
  try {
    await waitUntilIdle(owner, tenantId)
  } catch (error) {
    if (isNew) await deletePause(owner, tenantId)
    throw error
  }
}

/** Waits until nothing is written and no e-mail is sent for a paused tenant any more. Throws a StartupError. */
export async function waitUntilIdle(owner: Pool, tenantId: number) {
  const deadline = Date.now() + TIMEOUT
  const isBusy = async (begun: Set<string>) =>
    (await listOpenTransactions(owner)).some((id) => begun.has(id)) || (await hasLeasedMessages(owner, tenantId))
  for (const begun = new Set(await listOpenTransactions(owner)); await isBusy(begun); await sleep(INTERVAL))
    if (Date.now() > deadline)
      throw new StartupError('A transaction of a server does not end, so the business is not paused: try again.')
}
