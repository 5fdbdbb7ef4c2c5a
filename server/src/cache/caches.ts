import type { Pool } from '../database/connection.ts'
import { type AnswerCache, answerCache } from './answer-cache.ts'
import { type TenantDirectory, tenantDirectory } from './tenant-directory.ts'

/** Where the database tells processes that a tenant or its domains were changed; a message is the tenant's number. */
export const INVALIDATION_CHANNEL = 'prenoto_tenants'

/** What a process keeps of tenants from one request to the next, and what makes it forget. */
export type Caches = {
  directory: TenantDirectory
  answers: AnswerCache
  /** A tenant was changed, here or by another process: its domains are looked up again, its responses checked. */
  invalidate(tenantId: number): void
  /** The listener's: a tenant was changed. */
  message(payload: string): void
  /** The listener's: whatever was announced before this moment has arrived. */
  heardUntil(moment: number): void
  /** The listener's: announcements may have been missed. */
  back(): void
}

export function openCaches(pool: Pool, directory = tenantDirectory(pool)): Caches {
  const answers = answerCache()
  function invalidate(tenantId: number) {
    directory.forget(tenantId)
    answers.invalidate(tenantId)
  }
  return {
    directory,
    answers,
    invalidate,
    message: (payload) => invalidate(Number(payload)),
    heardUntil: (moment) => directory.heardUntil(moment),
    back: () => directory.forgetAll(),
  }
}
