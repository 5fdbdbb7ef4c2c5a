import type { FastifyInstance } from 'fastify'

/** Refused requests were rolled back; a server error may follow a commit. */
const mayHaveChanged = (status: number) => status < 400 || status >= 500

/** A concurrent change, perhaps by another process, makes the caches stale. */
const CONFLICT = 409

/**
 * Calls `changed` before the response to each request that may have changed data or met a concurrent change. `tenant` is false
 * if only bookings or the user's own account can have changed, as by visitors and operators.
 */
export function invalidateAfterWrites(
  scope: FastifyInstance,
  changed: (tenantId: number, what: { tenant: boolean }) => void,
) {
  scope.decorateRequest('wasHandled', false)
  scope.addHook('onSend', async (request, { statusCode }) => {
    const { method, ctx, wasHandled, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || !ctx || !wasHandled) return
    if (!mayHaveChanged(statusCode) && statusCode !== CONFLICT) return
    const { access } = routeOptions.config.endpoint ?? {}
    const tenant = mayHaveChanged(statusCode) && (access === 'editor' || access === 'admin')
    changed(ctx.tenant.id, { tenant })
  })
}
