import { includesRole } from '@prenoto/core/contract/role.ts'
import type { FastifyInstance } from 'fastify'
import { ProofRequired, SecondFactorRequired, unauthorizedError } from '../../../lib/errors.ts'
import type { RateLimiter } from '../../../plugins/limits/rate-limits.ts'
import { getLog } from '../../../plugins/request-log.ts'
import { lacksRight } from '../../../tenants/context.ts'
import { authenticateKey, findApiKey } from '../api-keys/authenticate-key.ts'
import { hashBearerToken } from './access-token.ts'
import { RoleTooLow } from './errors.ts'
import { findUserOfSession, updateLastUse } from './sessions.repository.ts'

/**
 * Authenticates staff by the bearer token and checks their role and rights, before the body is read. Throws 401 without a
 * valid token, 404 for a role that is too low or a withdrawn right, since 403 means an unknown domain and nothing else, and
 * 428 for a call that needs a recent proof or a second factor that the user has yet to add. Acts through a private link need
 * no token; with one they are the user's, who needs the right. An API key gets 404 unless it has the endpoint's `keyRight`.
 */
export function authenticate(scope: FastifyInstance, { keyLimiter }: { keyLimiter: RateLimiter | undefined }) {
  scope.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const { access, right } = endpoint
    if (access === 'visitor' && !right) return

    const ctx = request.ctx!
    const key = access === 'visitor' ? undefined : findApiKey(request)
    if (key !== undefined) {
      const { user, rights } = await authenticateKey(request, reply, { key, limiter: keyLimiter })
      if (!endpoint.keyRight || !rights.includes(endpoint.keyRight)) throw new RoleTooLow()
      request.ctx = { ...ctx, user }
      return
    }
    const tokenHash = hashBearerToken(request)
    const session = tokenHash && (await findUserOfSession(ctx, tokenHash))
    if (!session && access === 'visitor') return
    if (!session) throw unauthorizedError('La sessione non è valida o è scaduta: accedi di nuovo.')

    const { is_last_use_outdated, is_proved, lacks_second_factor, withdrawn_rights, ...account } = session
    if (is_last_use_outdated) await updateLastUse(ctx, tokenHash)
    const user = withdrawn_rights.length > 0 ? { ...account, withdrawn_rights } : account
    if ((access !== 'visitor' && !includesRole(user.role, access)) || lacksRight({ user }, right)) {
      getLog(request).warn({ user: user.id }, 'role too low')
      throw new RoleTooLow()
    }
    if (lacks_second_factor && !endpoint.isForSetUp && access !== 'visitor') throw new SecondFactorRequired()
    if (endpoint.proof && !is_proved) throw new ProofRequired()
    request.ctx = { ...ctx, user: lacks_second_factor ? { ...user, must_add_second_factor: true } : user }
  })
}
