import { includesRole } from '@prenoto/core/contract/role.ts'
import type { FastifyInstance } from 'fastify'
import { notFound, unauthorized } from '../../lib/errors.ts'
import { tokenHashOf } from './access-token.ts'
import { findUserOfSession, updateLastUse } from './sessions.repository.ts'

/**
 * Finds who is calling by the Bearer token and lets them do what their role allows, before anything of the body is read.
 * Answers 401 without a valid token; 404 above one's role, since 403 means an unknown domain and nothing else.
 */
export function authenticate(scope: FastifyInstance) {
  scope.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || endpoint.access === 'visitor') return

    const ctx = request.ctx!
    const tokenHash = tokenHashOf(request)
    const session = tokenHash && (await findUserOfSession(ctx, tokenHash))
    if (!session) throw unauthorized('La sessione non è valida o è scaduta: accedi di nuovo.')

    const { is_use_worth_noting, ...user } = session
    if (is_use_worth_noting) await updateLastUse(ctx, tokenHash)
    if (!includesRole(user.role, endpoint.access)) throw notFound('Operazione non consentita per il tuo ruolo.')
    request.ctx = { ...ctx, user }
  })
}
