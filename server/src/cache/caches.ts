import type { Pool } from '../database/connection.ts'
import { type AnswerCache, answerCache } from './answer-cache.ts'
import { type TenantDirectory, tenantDirectory } from './tenant-directory.ts'

/** PostgreSQL channel for changes of tenants and domains; the payload is the tenant id. */
export const INVALIDATION_CHANNEL = 'prenoto_tenants'

/** The caches of a process, which also subscribe to `INVALIDATION_CHANNEL`. */
export type Caches = {
  directory: TenantDirectory
  answers: AnswerCache
  /** Call after a change of a tenant: its domains are looked up and its cached responses checked again. */
  invalidate(tenantId: number): void
  /** See `Subscriber` in `listener.ts`. */
  message(payload: string): void
  receivedUntil(moment: number): void
  reconnected(): void
}

export function openCaches(pool: Pool, directory = tenantDirectory(pool)): Caches {
  const answers = answerCache()
  function invalidate(tenantId: number) {
    directory.invalidate(tenantId)
    answers.invalidate(tenantId)
  }
  return {
    directory,
    answers,
    invalidate,
    message: (payload) => invalidate(Number(payload)),
    receivedUntil: (moment) => directory.receivedUntil(moment),
    reconnected: () => directory.invalidateAll(),
  }
}
