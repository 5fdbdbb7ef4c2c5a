import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import { iconAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { revisionCache } from '../../cache/revision-cache.ts'
import { HttpError } from '../../lib/errors.ts'
import { listPublicServiceIds } from '../availability/availability.repository.ts'
import { brandIcon, brandPreviewImage } from './brand-image.ts'
import { type ServeFile, sendRevalidated } from './business-files.ts'

/** Paths that search engines must not index: private pages and the back office. */
const DISALLOWED = [
  '/api/',
  '/bookings/',
  '/after-visit/',
  '/proposals/',
  '/come-back/',
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
  '/waiting_list',
  '/processor_agreement',
]

/** Size of the caches of generated images, by color. */
const MAX_COLORS = 100

type SeoOptions = {
  answer: ServeFile
  /** The canonical origin of the site. */
  getOrigin: (request: FastifyRequest) => string
  /** Size of the cache of service ids. */
  maxTenants: number
}

/** Serves robots.txt, the sitemap, the icon and the link preview. */
export function serveSeo({ answer, getOrigin, maxTenants }: SeoOptions) {
  const readServiceIds = revisionCache(listPublicServiceIds, maxTenants)
  const previews = new LRUCache<string, Buffer>({ max: MAX_COLORS })
  const icons = new LRUCache<string, Buffer>({ max: MAX_COLORS })

  answer('/robots.txt', (request, reply, { site }) => {
    const rules = isComplete(site)
      ? [
          'Allow: /',
          'Allow: /api/client/',
          ...DISALLOWED.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${getOrigin(request)}/sitemap.xml`,
        ]
      : ['Disallow: /']
    return sendRevalidated(request, reply, {
      type: 'text/plain; charset=utf-8',
      content: `User-agent: *\n${rules.join('\n')}\n`,
    })
  })

  answer('/sitemap.xml', async (request, reply, { ctx, site }) => {
    if (!isComplete(site)) throw new HttpError(404, 'La risorsa richiesta non esiste.')
    const services = (await readServiceIds(ctx)).map((id) => `/client_service/${id}/booking`)
    const addresses = ['/', '/client_service', '/privacy', ...services].map((path) => getOrigin(request) + path)
    const urls = addresses.map((address) => `<url><loc>${address}</loc></url>`).join('\n')
    const map = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
    return sendRevalidated(request, reply, { type: 'application/xml; charset=utf-8', content: map })
  })

  answer('/favicon.ico', async (request, reply, { site }) => {
    const icon = iconAddress(site.app_logo)
    if (icon) return reply.header('cache-control', 'no-cache').redirect(icon, 302)
    return sendRevalidated(request, reply, {
      type: 'image/png',
      content: await getOrDraw(icons, site.app_primary_color, brandIcon),
    })
  })

  answer('/card.png', async (request, reply, { site }) =>
    sendRevalidated(request, reply, {
      type: 'image/png',
      content: await getOrDraw(previews, site.app_primary_color, brandPreviewImage),
    }),
  )
}

async function getOrDraw(pictures: LRUCache<string, Buffer>, color: string, draw: (color: string) => Promise<Buffer>) {
  const picture = pictures.get(color) ?? (await draw(color))
  pictures.set(color, picture)
  return picture
}
