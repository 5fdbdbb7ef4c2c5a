import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import { iconAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { revisionCache } from '../../cache/revision-cache.ts'
import { HttpError } from '../../lib/errors.ts'
import { etagOf, matchesEtag } from '../../plugins/caching.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { UNKNOWN_DOMAIN } from '../../plugins/tenant.ts'
import type { Context } from '../../tenants/context.ts'
import { listPublicServiceIds } from '../availability/availability.repository.ts'
import { brandIcon, brandPreviewImage } from './brand-image.ts'

/** Paths that search engines must not index: private pages and the back office. */
const DISALLOWED = [
  '/api/',
  '/bookings/',
  '/my_bookings',
  '/thank_you',
  '/login',
  '/second_factor',
  '/set_password',
  '/forgot_password',
  '/confirm_email',
  '/restore_email',
  '/not_me',
  '/invalid-domain',
  '/onboarding',
  '/dashboard',
  '/appointments/',
  '/user',
  '/service',
  '/day_off',
  '/calendar',
  '/setting',
  '/customer',
  '/contact_requests',
  '/audit',
  '/processing_register',
  '/processor_agreement',
]

/** Size of the caches of generated images, by color. */
const MAX_COLORS = 100

type SeoOptions = {
  readConfiguration: (ctx: Context) => Promise<Configuration>
  /** The canonical origin of the site. */
  originOf: (request: FastifyRequest) => string
  /** Size of the cache of service ids. */
  maxTenants: number
}

/** Serves robots.txt, the sitemap, the icon and the link preview. */
export function serveSeo(app: FastifyInstance, { readConfiguration, originOf, maxTenants }: SeoOptions) {
  const readServiceIds = revisionCache(listPublicServiceIds, maxTenants)
  const previews = new LRUCache<string, Buffer>({ max: MAX_COLORS })
  const icons = new LRUCache<string, Buffer>({ max: MAX_COLORS })

  type Answer = (request: FastifyRequest, reply: FastifyReply, of: { ctx: Context; site: Configuration }) => unknown

  const answer = (path: string, answer: Answer) =>
    app.get(path, { schema: { hide: true }, handlerTimeout: REQUEST_TIMEOUT }, async (request, reply) => {
      const { ctx } = request
      if (!ctx) throw new HttpError(403, UNKNOWN_DOMAIN)
      return answer(request, reply, { ctx, site: await readConfiguration(ctx) })
    })

  function send(request: FastifyRequest, reply: FastifyReply, type: string, content: string | Buffer) {
    const tag = etagOf(content)
    reply.header('cache-control', 'no-cache').header('etag', tag)
    if (matchesEtag(tag, request.headers['if-none-match'])) return reply.code(304).send()
    return reply.type(type).send(content)
  }

  answer('/robots.txt', (request, reply, { site }) => {
    const rules = isComplete(site)
      ? [
          'Allow: /',
          'Allow: /api/client/',
          ...DISALLOWED.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${originOf(request)}/sitemap.xml`,
        ]
      : ['Disallow: /']
    return send(request, reply, 'text/plain; charset=utf-8', `User-agent: *\n${rules.join('\n')}\n`)
  })

  answer('/sitemap.xml', async (request, reply, { ctx, site }) => {
    if (!isComplete(site)) throw new HttpError(404, 'La risorsa richiesta non esiste.')
    const services = (await readServiceIds(ctx)).map((id) => `/client_service/${id}/booking`)
    const addresses = ['/', '/client_service', '/privacy', ...services].map((path) => originOf(request) + path)
    const urls = addresses.map((address) => `<url><loc>${address}</loc></url>`).join('\n')
    const map = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
    return send(request, reply, 'application/xml; charset=utf-8', map)
  })

  answer('/favicon.ico', async (request, reply, { site }) => {
    const icon = iconAddress(site.app_logo)
    if (icon) return reply.header('cache-control', 'no-cache').redirect(icon, 302)
    return send(request, reply, 'image/png', await cached(icons, site.app_primary_color, brandIcon))
  })

  answer('/card.png', async (request, reply, { site }) =>
    send(request, reply, 'image/png', await cached(previews, site.app_primary_color, brandPreviewImage)),
  )
}

async function cached(pictures: LRUCache<string, Buffer>, color: string, draw: (color: string) => Promise<Buffer>) {
  const picture = pictures.get(color) ?? (await draw(color))
  pictures.set(color, picture)
  return picture
}
