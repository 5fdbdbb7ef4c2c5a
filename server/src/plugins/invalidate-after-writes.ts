import type { FastifyInstance } from 'fastify'

/** What was done and then refused was undone; a failure of ours may come after what was done. */
const mayHaveChanged = (status: number) => status < 400 || status >= 500

/** Somebody was faster, perhaps in another process: what is kept here is behind. */
const CONFLICT = 409

/**
 * Calls `changed` after each request of this scope that may have changed something, or ran into what others changed, before
 * it answers. `business` tells whether that may be more than bookings and somebody's own account, which is all that
 * visitors and operators change.
 */
export function invalidateAfterWrites(
  scope: FastifyInstance,
  changed: (tenantId: number, what: { business: boolean }) => void,
) {
  scope.decorateRequest('wasHandled', false)
  scope.addHook('onSend', async (request, { statusCode }) => {
    const { method, ctx, wasHandled, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || !ctx || !wasHandled) return
    if (!mayHaveChanged(statusCode) && statusCode !== CONFLICT) return
    const { access } = routeOptions.config.endpoint ?? {}
    const business = mayHaveChanged(statusCode) && (access === 'editor' || access === 'admin')
    changed(ctx.tenant.id, { business })
  })
}
