import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TenantDirectory } from '../cache/tenant-directory.ts'
import type { Clock } from '../lib/clock.ts'
import { HttpError } from '../lib/errors.ts'
import type { Jobs } from '../queue/queue.ts'
import type { Context } from '../tenants/context.ts'
import { clientAddress } from './client-address.ts'
import { type Host, parseHost } from './host.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on an unknown or suspended domain. */
    ctx: Context | null
  }
}

export const UNKNOWN_DOMAIN = 'Dominio non riconosciuto o disattivato.'

type TenantParts = {
  directory: TenantDirectory
  clock: Clock
  jobs: Jobs
  /** Answers requests with an invalid host. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** Finds the tenant after the body was read, so that a form is not lost when the database is unavailable. */
  afterBody?: boolean
}

/** Finds the tenant by the domain of each request and sets `request.ctx`. */
export function findTenants(scope: FastifyInstance, { directory, clock, jobs, refuse, afterBody }: TenantParts) {
  const find = async (request: FastifyRequest, { domain }: Host) => {
    const binding = await directory.find(domain)
    request.ctx = binding ? { ...binding, now: clock(), jobs, clientAddress: clientAddress(request) } : null
  }
  scope.addHook('onRequest', async (request, reply) => {
    const host = parseHost(request)
    if (!host) return refuse(request, reply)
    if (!afterBody) await find(request, host)
  })
  if (afterBody) scope.addHook('preValidation', (request: FastifyRequest) => find(request, parseHost(request)!))
}

/** Answers 403 on unknown domains; nothing else is 403. */
export function requireTenants(scope: FastifyInstance) {
  scope.addHook('onRequest', async (request) => {
    if (!request.ctx) throw new HttpError(403, UNKNOWN_DOMAIN)
  })
}
