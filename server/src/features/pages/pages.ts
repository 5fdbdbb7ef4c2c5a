import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { embedOriginsOf } from '@prenoto/core/configuration/embed-origins.ts'
import { idParam } from '@prenoto/core/contract/pagination.ts'
import { isEmbeddable } from '@prenoto/core/pages/embedding.ts'
import type { PageData, PageFailure, Provider } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CachedJson, CachedText } from '../../cache/cached-text.ts'
import { revisionCache } from '../../cache/revision-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { HttpError } from '../../lib/errors.ts'
import { encodedFor, vary } from '../../plugins/accepted-encoding.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { noteFailure, showRefusal } from '../../plugins/error-handler.ts'
import { matchesTag, tagOf } from '../../plugins/etag.ts'
import { hostOf } from '../../plugins/host.ts'
import type { Limit } from '../../plugins/rate-limits.ts'
import type { Context } from '../../tenants/context.ts'
import { originOf } from '../../tenants/domain-name.ts'
import { hoursReader } from '../calendars/shown-hours.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { shownPrivacyText } from '../privacy/shown-privacy-text.ts'
import type { PublicServices } from '../services/public-services.ts'
import { readVisitSlots } from '../services/visit-slots.ts'
import { findWaitingLink } from '../waiting-list/waiting-page.ts'
import { BOOKING, CANCELLATION, HOME, hiddenIdOf, SERVICES, serviceIdOf, VISIT, WAITING } from './addresses.ts'
import { beginBooking } from './booking-by-form.ts'
import { servePageForms } from './page-forms.ts'
import { builtRenderer, devRenderer, WEB_ROOT } from './page-renderer.ts'
import { serveSeo } from './seo.ts'
import { fieldsToSendAgain } from './submitted-form.ts'
import { findLinkedVisit } from './visit-links.ts'

const YEAR = 365 * 24 * 3600

/** Of so many businesses the configuration is kept, and how they looked last. */
const BUSINESSES = 500

/** Shown in place of a business that is not known. */
const DEFAULT_ZONE = 'Europe/Rome'

/** What is said of a page beside its content: its style, who may run another, and who may show it within theirs. */
type Terms = { style: string; nonce?: string; ancestors: string[] }

const contentSecurityPolicy = ({ style, nonce, ancestors }: Terms) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
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
    // Files below /assets carry a hash of their content in their name; the others are for other sites.
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${YEAR}, immutable`)
      else reply.headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
    },
  })
}

type PageOptions = {
  services: PublicServices
  provider: Provider
  port: number
  clock: Clock
  /** Whether visitors are held by how often they book. */
  isLimited: boolean
  dev: boolean
}

/**
 * What a page is told, and the cached answer that it shows to everybody, if any. A page that `isOwn` is one person's: browsers must
 * not store it.
 */
type Loaded = Pick<
  PageData,
  'services' | 'service' | 'chosen' | 'booking' | 'visit' | 'waiting' | 'privacy' | 'hours'
> & { isOwn?: boolean; json?: CachedJson<object> }
type Load = (ctx: Context, request: FastifyRequest) => Promise<Loaded>

type Asked = Pick<PageData, 'isEmbedded' | 'configuration'>

type Shown = Omit<PageData, 'provider' | 'path' | 'origin'>

const ancestorsOf = ({ isEmbedded, configuration }: Asked) =>
  isEmbedded ? embedOriginsOf(configuration!.app_embed_origins) : []

/** The headers of a page depend on these. */
type About = { status: number; policy: string; isEmbedded?: boolean }

type PublicPage = About & { tag: string; text: CachedText }

/** Whether a page is shown within another site that may do so. Browsers say themselves that they ask for a frame; no script of a page can. */
function isEmbeddedIn(
  { app_embed_origins }: Configuration,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): true | undefined {
  if (!isEmbeddable(path)) return undefined
  vary(reply, 'sec-fetch-dest')
  return (request.headers['sec-fetch-dest'] === 'iframe' && app_embed_origins !== '') || undefined
}

const SHOWN_FAILURES: number[] = [429, 500, 503] satisfies PageFailure['status'][]
const isShown = (status: number): status is PageFailure['status'] => SHOWN_FAILURES.includes(status)

/** Every page of the public site, rendered here and taken over by the browser. */
export async function servePages(
  app: FastifyInstance,
  { services, provider, port, clock, isLimited, dev }: PageOptions,
) {
  const readConfiguration = revisionCache(findConfiguration, BUSINESSES)
  const readHours = hoursReader(BUSINESSES)
  const render = dev ? await devRenderer(app) : await builtRenderer()

  const cachedPages = new WeakMap<CachedJson<object>, { key: string; rendered: PublicPage }>()

  const nothing: Load = async () => ({})
  const somebodysOwn: Load = async () => ({ isOwn: true })

  const readPrivacy = revisionCache(shownPrivacyText, BUSINESSES)
  const privacy: Load = async (ctx) => ({ privacy: await readPrivacy(ctx) })

  const cancellation: Load = async (ctx, request) => ({
    isOwn: true,
    visit: await findLinkedVisit(ctx, hiddenIdOf(request)),
  })

  const movable = async (ctx: Context, key: string, calendarId?: number): Promise<OfferedService | undefined> => {
    const service = await readVisitSlots(ctx, key, calendarId).catch(undefinedWhenMissing)
    return service || calendarId === undefined ? service : movable(ctx, key)
  }

  const visitPage: Load = async (ctx, request) => {
    const visit = await findLinkedVisit(ctx, hiddenIdOf(request))
    const chosen = visit?.is_reschedulable ? readChosenVisit(request.query) : undefined
    const service = chosen && (await movable(ctx, hiddenIdOf(request), chosen.calendar))
    return { isOwn: true, visit, service, chosen }
  }

  const waitingLink: Load = async (ctx, request) => ({
    isOwn: true,
    waiting: await findWaitingLink(ctx, hiddenIdOf(request)),
  })

  const servicesPage =
    (per_page: number): Load =>
    async (ctx, request) => {
      const { data: last_id } = idParam.safeParse((request.query as { last_id?: string }).last_id)
      const [json, hours] = await Promise.all([services.page(ctx, { per_page, last_id }), readHours(ctx)])
      return { json, hours, services: json.read() }
    }

  /** With whom the address says; with anybody, where that is none of the service's calendars. */
  const offered = async (
    ctx: Context,
    id: number,
    calendarId?: number,
  ): Promise<CachedJson<OfferedService> | undefined> => {
    const json = await services.one(ctx, id, calendarId).catch(undefinedWhenMissing)
    return json || calendarId === undefined ? json : offered(ctx, id)
  }

  const service: Load = async (ctx, request) => {
    const id = serviceIdOf(request)
    const chosen = readChosenVisit(request.query)
    const json = id ? await offered(ctx, id, chosen?.calendar) : undefined
    const hours = await readHours(ctx, json && (await services.calendarIds(ctx, id!)))
    const booking = chosen?.hour ? beginBooking() : undefined
    // A page with a chosen time is not cached: there are as many as there are times.
    return { json: chosen ? undefined : json, service: json?.read() ?? null, chosen, booking, hours }
  }

  const pages: [path: string, load: Load, limit?: Limit][] = [
    [HOME, servicesPage(6)],
    [SERVICES, servicesPage(10)],
    [BOOKING, service],
    ['/thank_you', nothing],
    ['/privacy', privacy],
    [CANCELLATION, cancellation, 'visit'],
    [VISIT, visitPage, 'visit'],
    [WAITING, waitingLink, 'visit'],
    ['/*', somebodysOwn],
  ]

  // How a business looked when it was shown last, for when the database cannot be asked.
  const looks = new LRUCache<string, Configuration>({ max: BUSINESSES })

  const pageData = (request: FastifyRequest, data: Shown): PageData => ({
    origin: canonicalOrigin(request, port),
    path: request.url.split('?', 1)[0]!,
    provider,
    ...data,
  })

  function headed(reply: FastifyReply, { status, policy, isEmbedded }: About) {
    // The policy says it more exactly.
    if (isEmbedded) reply.removeHeader('x-frame-options')
    // Vite's development client brings inline scripts of its own.
    if (dev) reply.removeHeader('content-security-policy')
    else reply.header('content-security-policy', policy)
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8')
  }

  /** `refusal` is the status of a page that is there, but refuses what was asked of it. */
  async function show(request: FastifyRequest, reply: FastifyReply, data: Shown, refusal = 200) {
    const nonce = randomBytes(16).toString('base64')
    const page = pageData(request, data)
    const { status, html, style } = await render(page, nonce)
    const policy = contentSecurityPolicy({ style, nonce, ancestors: ancestorsOf(page) })
    const about = { status: status === 200 ? refusal : status, policy, isEmbedded: page.isEmbedded }
    return headed(reply, about).send(html)
  }

  const showUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    show(request, reply, { today: todayIn(DEFAULT_ZONE, clock()) })

  /** What every page of a business says; `path` as it is declared. */
  async function businessPage(ctx: Context, path: string, request: FastifyRequest, reply: FastifyReply) {
    const configuration = await readConfiguration(ctx)
    looks.set(hostOf(request)!.domain, configuration)
    const isEmbedded = isEmbeddedIn(configuration, path, request, reply)
    return { today: todayIn(ctx.tenant.time_zone, ctx.now), configuration, isEmbedded }
  }

  /** A page that is the same for everybody: browsers store it, and ask whether it still holds before they show it anew. */
  async function showPublic(request: FastifyRequest, reply: FastifyReply, { json, ...data }: Shown & Loaded) {
    const page = pageData(request, data)
    const { text, tag, ...about } = await (json ? cachedPage(json, page) : renderPublic(page))
    headed(reply, about)
    if (about.status === 200) {
      reply.header('cache-control', 'no-cache').header('etag', tag)
      if (matchesTag(tag, request.headers['if-none-match'])) return reply.code(304).send()
    }
    return reply.send(encodedFor(request, reply, text))
  }

  async function renderPublic(page: PageData): Promise<PublicPage> {
    const { status, html, style } = await render(page)
    const policy = contentSecurityPolicy({ style, ancestors: ancestorsOf(page) })
    return { status, policy, isEmbedded: page.isEmbedded, tag: tagOf(html), text: new CachedText(html) }
  }

  /** The page that was rendered last from an answer goes with it; what it says of the present moment makes it another one. */
  async function cachedPage(json: CachedJson<object>, page: PageData) {
    const key = `${page.isEmbedded} ${page.origin}${page.path} ${page.hours?.now.isOpen} ${page.hours?.now.next}`
    const known = cachedPages.get(json)
    if (known?.key === key) return known.rendered
    const rendered = await renderPublic(page)
    cachedPages.set(json, { key, rendered })
    return rendered
  }

  app.setErrorHandler(async (cause: FastifyError, request, reply) => {
    const refusal = noteFailure(cause, request, reply)
    const { status } = refusal
    if (!isShown(status)) return showRefusal(reply, refusal)
    const configuration = looks.get(hostOf(request)!.domain)
    const today = todayIn(request.ctx?.tenant.time_zone ?? DEFAULT_ZONE, clock())
    const fields = fieldsToSendAgain(request)
    const again = fields && { address: request.url, fields }
    const isEmbedded = configuration && isEmbeddedIn(configuration, request.routeOptions.url ?? '', request, reply)
    const detail = status === 429 ? refusal.detail : undefined
    const failure = { status, detail, request_id: request.id, again }
    return show(request, reply, { today, configuration, isEmbedded, failure })
  })

  for (const [path, load, limit] of pages)
    app.get(
      path,
      { schema: { hide: true }, config: { limit }, handlerTimeout: REQUEST_TIMEOUT },
      async (request, reply) => {
        const { ctx } = request
        if (!ctx) return showUnknown(request, reply)
        const page = await businessPage(ctx, path, request, reply)
        const { isOwn, ...loaded } = await load(ctx, request)
        return (isOwn || dev ? show : showPublic)(request, reply, { ...page, ...loaded })
      },
    )

  serveSeo(app, { readConfiguration, originOf: (request) => canonicalOrigin(request, port), businesses: BUSINESSES })

  servePageForms(app, {
    showUnknown,
    isLimited,
    async refuse(request, reply, { status, ...told }) {
      const ctx = request.ctx!
      const [path, load] = pages.find(([path]) => path === request.routeOptions.url)!
      const page = await businessPage(ctx, path, request, reply)
      const { isOwn: _, ...loaded } = await load(ctx, request)
      return show(request, reply, { ...page, ...loaded, ...told }, status)
    },
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
