import { type KeyRight, keyRights } from '@prenoto/core/contract/key-right.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooMany, unauthorizedError } from '../../../lib/errors.ts'
import type { RateLimiter } from '../../../plugins/limits/rate-limits.ts'
import type { StaffContext } from '../../../tenants/context.ts'
import { findKey, updateLastKeyUse } from './api-keys.repository.ts'
import { hashKey } from './manage-keys.ts'

/** Requests of a key in a minute. */
export const KEY_LIMIT = { points: 120, seconds: 60 }

/** The rights of users that a key without one of its own rights lacks. */
const LACKS: Record<KeyRight, WithdrawableRight[]> = {
  read: [],
  book: ['cancellations'],
  customers: ['contacts', 'customers'],
}

/** The API key of a request; undefined without one. */
export const findApiKey = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (pk_\S*)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * The user of a key: the administrator who made it with the role of an operator, and the key's rights. Throws 401 for an unknown
 * or revoked key, 429 after too many requests.
 */
export async function authenticateKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, limiter }: { key: string; limiter: RateLimiter | undefined },
): Promise<{ user: StaffContext['user']; rights: KeyRight[] }> {
  const ctx = request.ctx!
  const knownKey = await findKey(ctx, hashKey(key))
  if (!knownKey) throw unauthorizedError('La chiave non è valida o è stata revocata.')
  const { key_id, key_name, rights, is_last_use_outdated, ...account } = knownKey
  if (limiter) await limitKey(reply, limiter, `${ctx.tenant.id}/${key_id}`)
  if (is_last_use_outdated) await updateLastKeyUse(ctx, key_id)
  const withdrawn_rights = keyRights.flatMap((right) => (rights.includes(right) ? [] : LACKS[right]))
  const user = { ...account, role: 'operator' as const, withdrawn_rights, api_key: { id: key_id, name: key_name } }
  return { user, rights }
}

/** Counts a request and says in the headers of the IETF draft how many are left. Throws 429. */
async function limitKey(reply: FastifyReply, limiter: RateLimiter, counter: string) {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(counter)
  const { points, seconds } = KEY_LIMIT
  reply.headers({
    'ratelimit-policy': `"key";q=${points};w=${seconds}`,
    ratelimit: `"key";r=${Math.max(0, points - consumedPoints)};t=${Math.ceil(msBeforeNext / 1000)}`,
  })
  if (consumedPoints > points) throw tooMany('La chiave ha fatto troppe richieste: riprova tra poco.', msBeforeNext)
}
