import { uploadLogo } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { logoAddress } from '@prenoto/core/configuration/logo-address.ts'
import { VersionConflict } from '../../lib/errors.ts'
import type { StaffContext } from '../../tenants/context.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import type { ResizedImages } from '../uploads/resize-image.ts'
import { randomName, storeImages } from '../uploads/store-images.ts'
import { findConfiguration } from './configuration.repository.ts'
import { saveConfiguration } from './save-configuration.ts'

/**
 * Stores an image as the logo, with an icon and a version for e-mails. Previous logos stay, since sent e-mails show them.
 * Throws 409 for a version conflict.
 */
export function changeLogo(
  ctx: StaffContext,
  uploads: Uploads,
  { image, icon, mailLogo }: ResizedImages<'icon' | 'mailLogo'>,
  version?: number,
) {
  const name = randomName()
  const photo_url = logoAddress(name)
  return storeImages(ctx, uploads, {
    images: [
      { key: `${name}.webp`, content: image, purpose: 'logo' },
      { key: `${name}.png`, content: icon, purpose: 'logo' },
      { key: `${name}-mail.png`, content: mailLogo, purpose: 'logo' },
    ],
    field: uploadLogo.file,
    saveReference: async (ctx) => {
      const changed = await saveConfiguration(ctx, { app_logo: photo_url }, version)
      if (changed) return { photo_url, version: changed.version }
      const { app_logo, ...current } = await findConfiguration(ctx)
      throw new VersionConflict({ photo_url: app_logo, ...current })
    },
  })
}
