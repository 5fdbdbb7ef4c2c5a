import { logoAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { StaffContext } from '../context.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { keepImage, newName } from '../uploads/keep-image.ts'
import { drawIcon, drawMailLogo } from '../uploads/redraw-image.ts'
import { updateConfiguration } from './configuration.repository.ts'

/** Makes an image the logo, an icon of it and a picture for e-mails. Former logos stay: e-mails that were sent show them. */
export async function changeLogo(ctx: StaffContext, files: FileStore, logo: Buffer) {
  const name = newName()
  await keepImage(ctx, files, { key: `${name}.webp`, content: logo, purpose: 'logo' })
  await keepImage(ctx, files, { key: `${name}.png`, content: await drawIcon(logo), purpose: 'logo' })
  await keepImage(ctx, files, { key: `${name}-mail.png`, content: await drawMailLogo(logo), purpose: 'logo' })
  const photo_url = logoAddress(name)
  await updateConfiguration(ctx, { app_logo: photo_url })
  return { photo_url }
}
