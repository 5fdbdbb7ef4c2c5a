import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { idParam } from '@prenoto/core/page.ts'
import type { PageData, Provider } from '@prenoto/core/pages/page-data.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readJson } from '../cache/response-cache.ts'
import { revisionCache } from '../cache/revision-cache.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { LONGEST_REQUEST } from '../http/endpoint-route.ts'
import { noteFailure, sendProblem } from '../http/error-handler.ts'
import { hostOf } from '../http/host.ts'
import type { Clock } from '../lib/clock.ts'
import { HttpError } from '../lib/errors.ts'
import type { PublicServices } from '../services/public-services.ts'
import type { Context } from '../tenants/context.ts'
import { originOf } from '../tenants/domain-name.ts'
import { builtRenderer, devRenderer, WEB_ROOT } from './page-renderer.ts'

const YEAR = 365 * 24 * 3600

/** Of so many businesses the configuration is kept, and how they looked last. */
const BUSINESSES = 500

/** Shown in place of a business that is not known. */
const DEFAULT_ZONE = 'Europe/Rome'

const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The built scripts, styles and pictures; they are the same for every business. */
export async function serveFiles(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: join(WEB_ROOT, 'dist/client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // Files below /assets carry a hash of their content in their name.
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600',
      ),
  })
}

type PageOptions = { services: PublicServices; provider: Provider; port: number; clock: Clock; dev: boolean }
type Loaded = Pick<PageData, 'services' | 'service'>
type Load = (ctx: Context, request: FastifyRequest) => Promise<Loaded>

/** Every page of the public site, rendered here and taken over by the browser. */
export async function servePages(app: FastifyInstance, { services, provider, port, clock, dev }: PageOptions) {
  const readConfiguration = revisionCache(findConfiguration, BUSINESSES)
  const render = dev ? await devRenderer(app) : await builtRenderer()

  const nothing: Load = async () => ({})

  const servicesPage =
    (per_page: number): Load =>
    async (ctx, request) => {
      const { data: last_id } = idParam.safeParse((request.query as { last_id?: string }).last_id)
      return { services: readJson(await services.page(ctx, { per_page, last_id })) }
    }

  const service: Load = async (ctx, request) => {
    const { data: id } = idParam.safeParse((request.params as { serviceId: string }).serviceId)
    const json = id && (await services.one(ctx, id).catch(undefinedWhenMissing))
    return { service: json ? readJson(json) : null }
  }

  const pages: [path: string, load: Load][] = [
    ['/', servicesPage(6)],
    ['/client_service', servicesPage(10)],
    ['/client_service/:serviceId/booking', service],
    ['/*', nothing],
  ]

  // How a business looked when it was shown last, for when the database cannot be asked.
  const looks = new LRUCache<string, Configuration>({ max: BUSINESSES })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    data: Omit<PageData, 'provider' | 'path' | 'origin'>,
  ) {
    const nonce = randomBytes(16).toString('base64')
    const path = request.url.split('?', 1)[0]!
    const { status, html } = await render({ origin: canonicalOrigin(request, port), path, provider, ...data }, nonce)
    // Vite's development client brings inline scripts of its own.
    if (dev) reply.removeHeader('content-security-policy')
    else reply.header('content-security-policy', contentSecurityPolicy(nonce))
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  }

  app.setErrorHandler(async (cause: FastifyError, request, reply) => {
    const refusal = noteFailure(cause, request, reply)
    const { status } = refusal
    if (status !== 500 && status !== 503) return sendProblem(reply, refusal)
    const configuration = looks.get(hostOf(request)!.domain)
    const today = todayIn(request.ctx?.tenant.time_zone ?? DEFAULT_ZONE, clock())
    return show(request, reply, { today, configuration, failure: { status, request_id: request.id } })
  })

  for (const [path, load] of pages)
    app.get(path, { schema: { hide: true }, handlerTimeout: LONGEST_REQUEST }, async (request, reply) => {
      const { ctx } = request
      const today = todayIn(ctx?.tenant.time_zone ?? DEFAULT_ZONE, clock())
      if (!ctx) return show(request, reply, { today })
      const configuration = await readConfiguration(ctx)
      looks.set(hostOf(request)!.domain, configuration)
      return show(request, reply, { today, configuration, ...(await load(ctx, request)) })
    })
}

/** What the site is called elsewhere: the address asked for, unless another domain of the business is its canonical one. */
function canonicalOrigin(request: FastifyRequest, port: number) {
  const asked = hostOf(request)!
  const domain = request.ctx?.tenant.domain
  if (domain && domain !== asked.domain) return originOf(domain, port)
  const protocol = request.protocol === 'https' ? 'https' : 'http'
  return `${protocol}://${asked.domain}${asked.port}`
}

function undefinedWhenMissing(error: unknown) {
  if (error instanceof HttpError && error.status === 404) return undefined
  throw error
}
