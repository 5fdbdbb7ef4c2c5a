import { PICTURE_WIDTHS, pictureAddress, pictureFile } from '@prenoto/core/uploads/picture-address.ts'
import { uploadPicture } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { invalid } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { keepImages, newName } from './keep-images.ts'
import type { Uploads } from './open-uploads.ts'
import type { Drawn } from './redraw-image.ts'
import { findUpload, lockQuota } from './uploads.repository.ts'

/** Keeps a picture in all its widths, for a record that is to name it. */
export async function keepPicture(ctx: StaffContext, uploads: Uploads, drawn: Drawn<'middle' | 'small'>) {
  const name = newName()
  const widths = { large: drawn.image, middle: drawn.middle, small: drawn.small }
  await keepImages(ctx, uploads, {
    images: Object.entries(widths).map(([width, content]) => ({
      key: `${name}-${PICTURE_WIDTHS[width as keyof typeof widths]}.webp`,
      content,
      purpose: 'picture',
    })),
    field: uploadPicture.file,
  })
  return { picture: pictureAddress(name) }
}

/** Within the transaction that names a picture: it must be there, and stays until then. Throws 422 at the field. */
export async function requirePicture(ctx: Context, field: string, address: string | undefined) {
  if (!address) return
  await lockQuota(ctx)
  const file = pictureFile(address)
  if (!file || !(await findUpload(ctx, file, ['picture']))) throw invalid(field, 'L’immagine va caricata come file.')
}

/** Does what names a picture, if it does, while nobody throws that away. Throws 422 when it is not there. */
export function withPicture<T>(
  ctx: Context,
  { picture }: { picture?: string | undefined },
  work: (ctx: Context) => Promise<T>,
) {
  return transaction(ctx, async (ctx) => {
    await requirePicture(ctx, 'picture', picture)
    return work(ctx)
  })
}
