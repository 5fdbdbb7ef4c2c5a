import { uploadLogo } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { logoAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { StaffContext } from '../tenants/context.ts'
import { keepImages, newName } from '../uploads/keep-images.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import type { Drawn } from '../uploads/redraw-image.ts'
import { updateConfiguration } from './configuration.repository.ts'

/** Makes an image the logo, with an icon of it and a picture for e-mails. Former logos stay: e-mails that were sent show them. */
export async function changeLogo(ctx: StaffContext, uploads: Uploads, { image, icon, mailLogo }: Drawn) {
  const name = newName()
  const photo_url = logoAddress(name)
  await keepImages(ctx, uploads, {
    images: [
      { key: `${name}.webp`, content: image, purpose: 'logo' },
      { key: `${name}.png`, content: icon, purpose: 'logo' },
      { key: `${name}-mail.png`, content: mailLogo, purpose: 'logo' },
    ],
    field: uploadLogo.file,
    refer: (ctx) => updateConfiguration(ctx, { app_logo: photo_url }),
  })
  return { photo_url }
}
