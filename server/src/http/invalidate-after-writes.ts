import type { FastifyInstance } from 'fastify'
import { logOf } from './request-log.ts'

/** What was done and then refused was undone; a failure of ours may come after what was done. */
const mayHaveChanged = (status: number) => status < 400 || status >= 500

/** Somebody was faster, perhaps in another process: what is kept here is behind. */
const CONFLICT = 409

/**
 * Calls `changed` after each request of this scope that may have changed something, before it answers, and for nobody's
 * ears but this process's after one that ran into what others changed.
 * `business` tells whether that may be more than bookings and somebody's own account, which is all that visitors and
 * operators change.
 */
export function invalidateAfterWrites(
  scope: FastifyInstance,
  changed: (tenantId: number, what: { business: boolean }) => Promise<void>,
) {
  scope.decorateRequest('wasHandled', false)
  scope.addHook('onSend', async (request, { statusCode }) => {
    const { method, ctx, wasHandled, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || !ctx || !wasHandled) return
    if (!mayHaveChanged(statusCode) && statusCode !== CONFLICT) return
    const { access } = routeOptions.config.endpoint ?? {}
    const business = mayHaveChanged(statusCode) && (access === 'editor' || access === 'admin')
    // What is done is done and answered so, whoever could not be told.
    await changed(ctx.tenant.id, { business }).catch((err) =>
      logOf(request).warn({ err }, 'an invalidation was not published'),
    )
  })
}
