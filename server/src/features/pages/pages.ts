import { hash, randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import { parseOtherServices } from '@prenoto/core/bookings/chosen-services.ts'
import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { hiddenId } from '@prenoto/core/bookings/hidden-id.ts'
import { readChosenVisit } from '@prenoto/core/bookings/read-chosen-visit.ts'
import { parseLinkSource } from '@prenoto/core/bookings/stored-source.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { parseEmbedOrigins } from '@prenoto/core/configuration/embed-origins.ts'
import { idParam } from '@prenoto/core/contract/pagination.ts'
import { isEmbeddable } from '@prenoto/core/pages/embedding.ts'
import { WORKER } from '@prenoto/core/pages/installed-app.ts'
import type { PageData, PageFailure, Provider, SetUpPage } from '@prenoto/core/pages/page-data.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { readLinkKey } from '@prenoto/core/text-messages/text-link.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CachedJson, CachedText } from '../../cache/cached-text.ts'
import { revisionCache } from '../../cache/revision-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { encodedFor, vary } from '../../plugins/accepted-encoding.ts'
import { matchesEtag, toEtag } from '../../plugins/caching.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { logFailure, sendRefusal } from '../../plugins/error-handler.ts'
import { parseHost } from '../../plugins/host.ts'
import type { Limit } from '../../plugins/limits/rate-limits.ts'
import type { Context } from '../../tenants/context.ts'
import { toOrigin } from '../../tenants/domain-name.ts'
import { readAfterVisit } from '../after-visit/refuse-after-visit.ts'
import { readVisit } from '../bookings/visit.ts'
import { hoursReader } from '../calendars/shown-hours.ts'
import { readComeBack } from '../come-back/ask-come-back.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { readMyBookings } from '../my-bookings/read-my-bookings.ts'
import type { MyBookingsLimits } from '../my-bookings/request-my-bookings.ts'
import { shownPrivacyText } from '../privacy/shown-privacy-text.ts'
import { readProposalLink } from '../proposals/read-proposal.ts'
import { withHeldHour } from '../services/held-hour.ts'
import type { PublicServices } from '../services/public-services.ts'
import { readVisitSlots } from '../services/visit-slots.ts'
import { askedConsent, readConsentOfVisit } from '../text-messages/consent.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { findWaitingLink } from '../waiting-list/waiting-page.ts'
import {
  AFTER_VISIT,
  BOOKING,
  CANCELLATION,
  COME_BACK,
  getHiddenId,
  HOME,
  MY_BOOKINGS,
  MY_BOOKINGS_LINK,
  PROPOSAL,
  parseServiceId,
  SERVICES,
  VISIT,
  WAITING,
} from './addresses.ts'
import { newBookingForm } from './booking-by-form.ts'
import { businessFiles } from './business-files.ts'
import { toAccess } from './device-cookie.ts'
import { serveInstalledApp } from './installed-app.ts'
import type { ShowOptions, ShowPage } from './page-form.ts'
import { serveForms } from './page-forms.ts'
import { BUILT_ASSETS, builtRenderer, CLIENT, devRenderer } from './page-renderer.ts'
import { serveSeo } from './seo.ts'
import { fieldsToSendAgain } from './submitted-form.ts'

const YEAR = 365 * 24 * 3600

/** Size of the caches of configurations and opening hours. */
const MAX_TENANTS = 500

/** Time zone of pages for an unknown domain. */
const DEFAULT_ZONE = 'Europe/Rome'

/** `ancestors`: the origins that may embed the page; `formTargets`: other origins to which its forms may lead. */
type PolicyOptions = { style: string; nonce?: string; ancestors: string[]; formTargets?: string[] }

const contentSecurityPolicy = ({ style, nonce, ancestors, formTargets = [] }: PolicyOptions) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
  ].join('; ')

/**
 * Serves the built scripts, styles and pictures, which are the same for every tenant. Files are looked up when they are
 * requested, first among those of this release, then in `sharedAssets`.
 */
export async function serveFiles(app: FastifyInstance, sharedAssets?: string) {
  await app.register(fastifyStatic, {
    root: [BUILT_ASSETS, ...(sharedAssets ? [sharedAssets] : [])],
    // Its own route reads the whole folder at each request, to tell upper from lower case.
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // File names below /assets contain a hash of the content; embed.js is for embedding sites.
    setHeaders: (reply, path) => {
      if (path.endsWith('/embed.js'))
        reply.headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
      else if (path.endsWith('/admin-worker.js')) reply.header('cache-control', 'no-cache')
      else reply.header('cache-control', `public, max-age=${YEAR}, immutable`)
    },
  })
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, ({ params }, reply) =>
    reply.sendFile(params['*']),
  )
  app.get('/embed.js', { schema: { hide: true } }, (_request, reply) => reply.sendFile('embed.js', CLIENT))
  app.get(WORKER, { schema: { hide: true } }, (_request, reply) =>
    reply.header('content-security-policy', WORKER_POLICY).sendFile('admin-worker.js', CLIENT),
  )
}

/** The service worker repeats the requests of the pages that it opens. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

type PageOptions = {
  services: PublicServices
  provider: Provider
  port: number
  clock: Clock
  linkLimits: MyBookingsLimits
  uploads: Uploads
  /** Whether the bookings of a visitor are limited. */
  isLimited: boolean
  /** The channels of text messages that the provider offers. */
  textChannels: readonly TextChannelName[]
  /** The provider's own domain, if owners open businesses there. */
  providerDomain?: string
  /** The page for every domain while there is no business. */
  readSetUpPage(request: FastifyRequest): Promise<SetUpPage | undefined>
  dev: boolean
}

/** The data of a page. `isPrivate`: browsers must not store the page. */
type Loaded = Pick<
  PageData,
  | 'service'
  | 'chosen'
  | 'booking'
  | 'textConsent'
  | 'visit'
  | 'visitTexts'
  | 'waiting'
  | 'afterVisit'
  | 'proposal'
  | 'comeBack'
  | 'myBookings'
  | 'privacy'
  | 'hours'
> & {
  isPrivate?: boolean
  source?: Source
}

/** The cached response that a page is rendered from if it is the same for all visitors; `read` parses it. */
type Source = { json: CachedJson<object>; read: () => Pick<PageData, 'services' | 'service'> }
type Load = (ctx: Context, request: FastifyRequest) => Promise<Loaded>

type EmbeddedPage = Pick<PageData, 'isEmbedded' | 'configuration'>

type Shown = Omit<PageData, 'provider' | 'path' | 'origin'>

const frameAncestors = ({ isEmbedded, configuration }: EmbeddedPage) =>
  isEmbedded ? parseEmbedOrigins(configuration!.app_embed_origins) : []

type PageHeaders = { status: number; policy: string; isEmbedded?: boolean }

type PublicPage = PageHeaders & { tag: string; text: CachedText }

/** Whether the page is requested for a frame on another site, by `Sec-Fetch-Dest`, which scripts cannot set. */
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

const FAILURE_PAGES: number[] = [429, 500, 503] satisfies PageFailure['status'][]
const hasFailurePage = (status: number): status is PageFailure['status'] => FAILURE_PAGES.includes(status)

/**
 * Serves every page of the public site, rendered on the server and hydrated in the browser. Returns the function that shows
 * pages of the provider's own domain.
 */
export async function servePages(
  app: FastifyInstance,
  {
    services,
    provider,
    port,
    clock,
    linkLimits,
    uploads,
    isLimited,
    textChannels,
    providerDomain,
    readSetUpPage,
    dev,
  }: PageOptions,
) {
  const readConfiguration = revisionCache(findConfiguration, MAX_TENANTS)
  const readHours = hoursReader(MAX_TENANTS)
  const render = dev ? await devRenderer(app) : await builtRenderer()

  const cachedPages = new WeakMap<CachedJson<object>, { key: string; rendered: PublicPage }>()

  const noData: Load = async () => ({})
  const privatePage: Load = async () => ({ isPrivate: true })

  const readAskedConsent = revisionCache((ctx) => askedConsent(ctx, textChannels), MAX_TENANTS)
  const readPrivacy = revisionCache((ctx) => shownPrivacyText(ctx, textChannels), MAX_TENANTS)
  const privacy: Load = async (ctx) => ({ privacy: await readPrivacy(ctx) })

  const cancellation: Load = async (ctx, request) => ({
    isPrivate: true,
    visit: await findLinkedVisit(ctx, getHiddenId(request)),
  })

  const findMovable = async (ctx: Context, key: string, calendarId?: number): Promise<OfferedService | undefined> => {
    const service = await readVisitSlots(ctx, key, calendarId).catch(undefinedWhenMissing)
    return service || calendarId === undefined ? service : findMovable(ctx, key)
  }

  const visitPage: Load = async (ctx, request) => {
    const visit = await findLinkedVisit(ctx, getHiddenId(request))
    const choice = readChosenVisit(request.query)
    const chosen = visit?.is_reschedulable && hasChoice(choice) ? choice : undefined
    const service = chosen && (await findMovable(ctx, getHiddenId(request), chosen.calendar))
    const link = { hiddenId: getHiddenId(request), linkKey: readLinkKey(request.query) }
    const visitTexts = visit ? await readConsentOfVisit(ctx, link, textChannels) : undefined
    return { isPrivate: true, visit, visitTexts, service, chosen }
  }

  const myBookings: Load = async (ctx, request) => ({
    isPrivate: true,
    myBookings: await readMyBookings(ctx, toAccess(request), textChannels),
  })

  const waitingLink: Load = async (ctx, request) => ({
    isPrivate: true,
    waiting: await findWaitingLink(ctx, getHiddenId(request)),
  })

  const afterVisit: Load = async (ctx, request) => {
    const { data: link } = hiddenId.safeParse(getHiddenId(request))
    return { isPrivate: true, afterVisit: link ? await readAfterVisit(ctx, link) : null }
  }

  const comeBack: Load = async (ctx, request) => {
    const { data: link } = hiddenId.safeParse(getHiddenId(request))
    return { isPrivate: true, comeBack: link ? await readComeBack(ctx, link) : null }
  }

  const proposal: Load = async (ctx, request) => ({
    isPrivate: true,
    proposal: await readProposalLink(ctx, getHiddenId(request)),
  })

  const servicesPage =
    (per_page: number): Load =>
    async (ctx, request) => {
      const { data: last_id } = idParam.safeParse((request.query as { last_id?: string }).last_id)
      const json = await services.page(ctx, { per_page, last_id })
      return { hours: await readHours(ctx), source: { json, read: () => ({ services: json.read() }) } }
    }

  type Offered = { json?: CachedJson<OfferedService>; chosen?: ChosenVisit }

  /** The visit that the address chooses: without a calendar that it does not have, or without services that do not exist. */
  const offered = async (ctx: Context, id: number, chosen?: ChosenVisit): Promise<Offered> => {
    const { calendar, variant, also } = chosen ?? {}
    const requested = { service_id: id, variant_id: variant, also: parseOtherServices(also) }
    const json = await services.one(ctx, requested, calendar).catch(undefinedWhenMissing)
    if (json) return { json, chosen }
    if (calendar) return offered(ctx, id, { ...chosen, calendar: undefined })
    return variant || also ? offered(ctx, id, { ...chosen, variant: undefined, also: undefined }) : {}
  }

  const service: Load = async (ctx, request) => {
    const id = parseServiceId(request)
    const { json, chosen } = id ? await offered(ctx, id, readChosenVisit(request.query)) : {}
    const { source, holdKey } = parseLinkSource(chosen?.source)
    const hours = await readHours(ctx, json && (await services.calendarIds(ctx, id!)))
    const textConsent = textChannels.length > 0 ? (await readAskedConsent(ctx)).label : undefined
    const booking = chosen?.hour ? newBookingForm() : undefined
    if (json && holdKey) {
      const heldJson = await withHeldHour(ctx, json, chosen!)
      if (heldJson !== json) return { service: heldJson.read(), chosen, booking, textConsent, hours }
      if (booking) booking.refusal = describeEndedHold(json.read(), chosen!)
      return { service: json.read(), chosen: { ...chosen, source }, booking, textConsent, hours }
    }
    // Pages with another choice are not cached, since there is one for each time.
    if (json && !hasChoice(chosen))
      return { chosen, hours, textConsent, source: { json, read: () => ({ service: json.read() }) } }
    return { service: json?.read() ?? null, chosen, booking, textConsent, hours }
  }

  const pages: [path: string, load: Load, limit?: Limit][] = [
    [HOME, servicesPage(6)],
    [SERVICES, servicesPage(10)],
    [BOOKING, service],
    ['/thank_you', noData],
    ['/privacy', privacy],
    [CANCELLATION, cancellation, 'visit'],
    [VISIT, visitPage, 'visit'],
    [WAITING, waitingLink, 'visit'],
    [AFTER_VISIT, afterVisit, 'visit'],
    [PROPOSAL, proposal, 'visit'],
    [COME_BACK, comeBack, 'visit'],
    [MY_BOOKINGS, myBookings, 'visit'],
    [MY_BOOKINGS_LINK, myBookings, 'visit'],
    ['/*', privatePage],
  ]

  // The last configuration by domain that a page of this process showed, for error pages while the database is unavailable.
  const lastConfigurations = new LRUCache<string, Configuration>({ max: MAX_TENANTS })

  const pageData = (request: FastifyRequest, data: Shown): PageData => ({
    origin: canonicalOrigin(request, port),
    path: request.url.split('?', 1)[0]!,
    provider,
    ...data,
  })

  function setHeaders(reply: FastifyReply, { status, policy, isEmbedded }: PageHeaders) {
    // The policy's frame-ancestors replaces it.
    if (isEmbedded) reply.removeHeader('x-frame-options')
    // Vite's development client uses inline scripts.
    if (dev) reply.removeHeader('content-security-policy')
    else reply.header('content-security-policy', policy)
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8')
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    data: Shown,
    { status: refusalStatus = 200, formTargets }: ShowOptions = {},
  ) {
    const nonce = randomBytes(16).toString('base64')
    const page = pageData(request, data)
    const { status, html, style } = await render(page, nonce)
    const policy = contentSecurityPolicy({ style, nonce, ancestors: frameAncestors(page), formTargets })
    const headers = { status: status === 200 ? refusalStatus : status, policy, isEmbedded: page.isEmbedded }
    return setHeaders(reply, headers).send(html)
  }

  const showWithoutTenant: ShowPage = (request, reply, data, options) =>
    show(request, reply, { today: todayIn(DEFAULT_ZONE, clock()), ...data }, options)

  const showUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    if (providerDomain !== undefined && parseHost(request)!.domain === providerDomain)
      return showWithoutTenant(request, reply, { signUp: { domain: providerDomain, name: 'not-found' } })
    return showWithoutTenant(request, reply, { setUp: await readSetUpPage(request) })
  }

  /** The data of every page of a tenant; `path` is the route's pattern. */
  async function businessPage(ctx: Context, path: string, request: FastifyRequest, reply: FastifyReply) {
    const configuration = await readConfiguration(ctx)
    lastConfigurations.set(parseHost(request)!.domain, configuration)
    const isEmbedded = isEmbeddedIn(configuration, path, request, reply)
    const { source } = parseLinkSource(readChosenVisit(request.query)?.source)
    const sourceQuery = source && `?${new URLSearchParams(chosenVisitQuery({ source }))}`
    return { today: todayIn(ctx.tenant.time_zone, ctx.now), configuration, isEmbedded, sourceQuery }
  }

  /** Sends a page that is the same for all visitors; browsers cache it and revalidate it by its ETag. */
  async function showPublic(request: FastifyRequest, reply: FastifyReply, { source, ...data }: Shown & Loaded) {
    const page = pageData(request, data)
    const { text, tag, ...headers } = await (source ? cachedPage(source, page) : renderPublic(page))
    setHeaders(reply, headers)
    if (headers.status === 200) {
      reply.header('cache-control', 'no-cache').header('etag', tag)
      if (matchesEtag(tag, request.headers['if-none-match'])) return reply.code(304).send()
    }
    return reply.send(encodedFor(request, reply, text))
  }

  async function renderPublic(page: PageData): Promise<PublicPage> {
    const { status, html, style } = await render(page)
    const policy = contentSecurityPolicy({ style, ancestors: frameAncestors(page) })
    return { status, policy, isEmbedded: page.isEmbedded, tag: toEtag(html), text: new CachedText(html) }
  }

  /** Caches one page per response, keyed by address and opening state, and drops it with the response. */
  async function cachedPage({ json, read }: Source, page: PageData) {
    const key = `${page.isEmbedded} ${page.sourceQuery} ${page.origin}${page.path} ${page.hours?.now.isOpen} ${page.hours?.now.next}`
    const cached = cachedPages.get(json)
    if (cached?.key === key) return cached.rendered
    const rendered = await renderPublic({ ...page, ...read() })
    cachedPages.set(json, { key, rendered })
    return rendered
  }

  async function findLastConfiguration(request: FastifyRequest, status: number) {
    const last = lastConfigurations.get(parseHost(request)!.domain)
    // The limit was counted in the database, so it answers. If it no longer does, the page shows without the design.
    if (!last && status === 429 && request.ctx) return readConfiguration(request.ctx).catch(() => undefined)
    return last
  }

  app.setErrorHandler(async (cause: FastifyError, request, reply) => {
    const refusal = logFailure(cause, request, reply)
    const { status } = refusal
    if (!hasFailurePage(status)) return sendRefusal(reply, refusal)
    const configuration = await findLastConfiguration(request, status)
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
        if (CLOSING_SLASH.test(request.url)) return reply.redirect(withoutClosingSlash(request.url), 301)
        const page = await businessPage(ctx, path, request, reply)
        const { isPrivate, ...loaded } = await load(ctx, request)
        if (isPrivate || dev) return show(request, reply, { ...page, ...withSource(loaded) })
        return showPublic(request, reply, { ...page, ...loaded })
      },
    )

  const answer = businessFiles(app, readConfiguration)
  serveSeo({ answer, getOrigin: (request) => canonicalOrigin(request, port), maxTenants: MAX_TENANTS })
  serveInstalledApp(answer, uploads)

  serveForms(app, {
    showUnknown,
    isLimited,
    textChannels,
    linkLimits,
    async refuse(request, reply, { status, ...refusedForm }) {
      const ctx = request.ctx!
      const [path, load] = pages.find(([path]) => path === request.routeOptions.url)!
      const page = await businessPage(ctx, path, request, reply)
      const { isPrivate: _, ...loaded } = await load(ctx, request)
      return show(request, reply, { ...page, ...withSource(loaded), ...refusedForm }, { status })
    },
  })

  return showWithoutTenant
}

/** The hour of a link that no longer holds it. */
function describeEndedHold(service: OfferedService, { day, hour }: ChosenVisit) {
  const isFree = service.available_slots.some(({ date, slots }) => date === day && slots.includes(hour!))
  return `L’orario non è più riservato: ${isFree ? 'per ora è ancora libero, prenotalo subito.' : 'scegline un altro.'}`
}

/** Whether an address chooses a part of the visit. */
const hasChoice = ({ source: _, ...choice }: ChosenVisit = {}) => Object.values(choice).some(Boolean)

/** A path of one level or more with a closing slash, as people and other sites write it. */
const CLOSING_SLASH = /^\/[^/\\?][^?]*\/(?=\?|$)/

const withoutClosingSlash = (url: string) => url.replace(CLOSING_SLASH, (path) => path.replace(/\/+$/, ''))

const withSource = ({ source, ...loaded }: Omit<Loaded, 'isPrivate'>) => ({ ...loaded, ...source?.read() })

/** The origin of the tenant's canonical domain; that of the request for an unknown domain. */
function canonicalOrigin(request: FastifyRequest, port: number) {
  const host = parseHost(request)!
  const domain = request.ctx?.tenant.domain
  if (domain && domain !== host.domain) return toOrigin(domain, port)
  const protocol = request.protocol === 'https' ? 'https' : 'http'
  return `${protocol}://${host.domain}${host.port}`
}

/** The visit of a private link; null for an unknown link or a cancelled visit. */
async function findLinkedVisit(ctx: Context, key: string) {
  if (!hiddenId.safeParse(key).success) return null
  return (await readVisit(ctx, key).catch(undefinedWhenMissing)) ?? null
}

function undefinedWhenMissing(error: unknown) {
  if (error instanceof NotFound) return undefined
  throw error
}
