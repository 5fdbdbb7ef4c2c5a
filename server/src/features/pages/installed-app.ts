import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { logoName } from '@prenoto/core/configuration/logo-address.ts'
import { APP_ICONS, type AppIcon, iconVersion, MANIFEST, toManifest } from '@prenoto/core/pages/installed-app.ts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { getLog } from '../../plugins/request-log.ts'
import type { Context } from '../../tenants/context.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { readImage } from '../uploads/store-images.ts'
import { logoAppIcon, plainAppIcon } from './app-icon.ts'
import { type ServeFile, sendRevalidated } from './business-files.ts'

/** Size of the cache of icons. */
const MAX_ICONS = 200

type IconOptions = { site: Configuration; log: FastifyBaseLogger }

/** Serves the manifest and the icons with which the back office is installed as an app. */
export function serveInstalledApp(answer: ServeFile, uploads: Uploads) {
  const icons = new LRUCache<string, Buffer>({ max: MAX_ICONS })

  async function drawIcon(ctx: Context, icon: AppIcon, { site, log }: IconOptions) {
    const name = logoName(site.app_logo)
    // A logo that cannot be read now is tried again for the next request.
    const logo =
      name &&
      (await readImage(ctx, uploads, { key: `${name}.webp`, purposes: ['logo'] }).catch((err) => {
        log.warn({ err }, 'the logo cannot be read, so the icon of the app is plain')
      }))
    if (!logo) return { picture: await plainAppIcon(icon, site.app_primary_color), isFinal: !name }
    return { picture: await logoAppIcon(icon, logo), isFinal: true }
  }

  async function readIcon(ctx: Context, icon: AppIcon, options: IconOptions) {
    const { site } = options
    const key = `${ctx.tenant.id} ${icon} ${iconVersion(site)}`
    const cachedIcon = icons.get(key)
    if (cachedIcon) return cachedIcon
    const { picture, isFinal } = await drawIcon(ctx, icon, options)
    if (isFinal) icons.set(key, picture)
    return picture
  }

  answer(MANIFEST, (request, reply, { site }) =>
    sendRevalidated(request, reply, {
      type: 'application/manifest+json; charset=utf-8',
      content: JSON.stringify(toManifest(site)),
    }),
  )

  for (const icon of Object.keys(APP_ICONS) as AppIcon[])
    answer(`/admin-icons/${icon}.png`, async (request, reply, { ctx, site }) =>
      sendRevalidated(request, reply, {
        type: 'image/png',
        content: await readIcon(ctx, icon, { site, log: getLog(request) }),
      }),
    )
}
